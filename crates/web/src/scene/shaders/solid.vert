// Bodies: many copies of one mesh, each with its place, colour and traits.

uniform mat4 camera;
// How far a refused move pushes everything to the right.
uniform float push;

in vec3 point;
in vec3 normal;
// The middle of the copy, and its turn about the third axis.
in vec4 place;
// Colour and opacity.
in vec4 tint;
// Shape, glow, whether it is between the plates, and -1 for half a turn about the upright axis.
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
