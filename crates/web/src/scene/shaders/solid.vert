// Opaque meshes: instances with position, colour and traits.

uniform mat4 camera;
// Offset to the right while the board shakes after a rejected move.
uniform float push;

in vec3 point;
in vec3 normal;
// Centre of the instance, and its rotation about the z axis.
in vec4 place;
// Colour and opacity.
in vec4 tint;
// Shape index, glow, 1 between the plates, and -1 for half a turn about the y axis.
in vec4 traits;

out vec3 world;
out vec3 facing;
out vec2 face;
flat out vec2 spun;
flat out vec4 colour;
flat out vec3 look;

void main() {
    spun = vec2(cos(place.w), sin(place.w));
    mat3 turn = mat3(spun.x, spun.y, 0.0, -spun.y, spun.x, 0.0, 0.0, 0.0, 1.0);
    vec3 half_turn = vec3(traits.w, 1.0, traits.w);
    face = point.xy;
    world = half_turn * (turn * point) + place.xyz + vec3(push, 0.0, 0.0);
    facing = half_turn * (turn * normal);
    colour = tint;
    look = traits.xyz;
    gl_Position = camera * vec4(world, 1.0);
}
