// Light that is added to what is there, and sparks that cover it.

in vec2 across;
flat in vec4 colour;
flat in float kind;

layout (location = 0) out vec4 pixel;

void main() {
    float d = length(across);
    if (kind < 0.5) {
        // A ring around the hole and a faint glow further out; nothing over the disc itself.
        float ring = exp(-pow((d - 0.54) * 11.0, 2.0));
        float wide = 0.4 * exp(-pow((d - 0.54) * 3.4, 2.0)) * smoothstep(0.34, 0.54, d);
        float f = (ring + wide) * smoothstep(1.0, 0.7, d);
        pixel = vec4(colour.rgb * colour.a * f, 0.0);
    } else if (kind < 1.5) {
        float side = smoothstep(1.0, 0.72, abs(across.x));
        float ends = smoothstep(-1.0, -0.9, across.y) * smoothstep(1.0, 0.8, across.y);
        float fall = mix(0.45, 1.0, across.y * 0.5 + 0.5);
        pixel = vec4(colour.rgb * colour.a * side * ends * fall, 0.0);
    } else {
        float f = smoothstep(1.0, 0.8, max(abs(across.x), abs(across.y))) * colour.a;
        pixel = vec4(colour.rgb * f, f);
    }
}
