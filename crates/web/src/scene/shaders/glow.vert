// Light effects: halos, beams and markers lie in the plane of the plates, sparks face the camera.

uniform mat4 camera;
uniform vec3 right;
uniform vec3 up;
uniform float push;

in vec3 point;
// Centre and rotation.
in vec4 place;
// Colour and strength.
in vec4 tint;
// Kind (0 halo, 1 beam, 2 cross, 3 arrow, 4 broken ring, 5 spark, 6 hit zone), half the width and height.
in vec4 traits;

out vec2 across;
flat out vec4 colour;
flat out float kind;

void main() {
    float c = cos(place.w);
    float s = sin(place.w);
    vec2 q = point.xy * traits.yz;
    q = vec2(c * q.x - s * q.y, s * q.x + c * q.y);
    vec3 flat_way = vec3(q + vec2(push, 0.0), 0.0);
    vec3 camera_way = right * q.x + up * q.y;
    across = point.xy;
    colour = tint;
    kind = traits.x;
    gl_Position = camera * vec4(place.xyz + (kind > 4.5 && kind < 5.5 ? camera_way : flat_way), 1.0);
}
