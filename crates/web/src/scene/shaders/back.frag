// The background: a soft gradient, dithered, because eyes see the steps of a dark one.

uniform vec3 middle;
uniform vec3 corners;
// Width and height of the picture by the longer of them.
uniform vec2 extent;

in vec2 across;

layout (location = 0) out vec4 pixel;

void main() {
    float d = length((across - vec2(0.0, 0.05)) * extent);
    vec3 colour = mix(middle, corners, smoothstep(0.05, 1.05, d));
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    pixel = vec4(colour + (grain - 0.5) / 255.0, 1.0);
}
