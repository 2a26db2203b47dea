// Light effects: halos and beams are added to the background, markers and sparks cover it.

in vec2 across;
flat in vec4 colour;
flat in float kind;

layout (location = 0) out vec4 pixel;

// Signed distance from a point to a marker.
float outside(vec2 p) {
    vec2 q = abs(p);
    if (kind < 2.5) {
        // A cross of two bars.
        q = vec2(q.x + q.y, abs(q.x - q.y)) * 0.7071;
        return max(q.x - 0.72, q.y - 0.09);
    }
    if (kind < 3.5) {
        // A downward arrow.
        return max(abs(p.y + 0.2 - q.x) * 0.7071 - 0.09, q.x - 0.42);
    }
    // A ring of eight dashes.
    float gap = 0.3 - abs(fract(atan(p.y, p.x) * 1.2732) - 0.5);
    return max(abs(length(p) - 0.86) - 0.06, gap * 0.4 - 0.06);
}

void main() {
    float d = length(across);
    float edge = fwidth(across.x);
    if (kind < 0.5) {
        // A ring around the hole and a faint glow further out; the disc itself stays uncovered.
        float ring = exp(-pow((d - 0.54) * 11.0, 2.0));
        float wide = 0.4 * exp(-pow((d - 0.54) * 3.4, 2.0)) * smoothstep(0.34, 0.54, d);
        float f = (ring + wide) * smoothstep(1.0, 0.7, d);
        pixel = vec4(colour.rgb * colour.a * f, 0.0);
    } else if (kind < 1.5) {
        float side = smoothstep(1.0, 0.72, abs(across.x));
        float ends = smoothstep(-1.0, -0.9, across.y) * smoothstep(1.0, 0.8, across.y);
        float fall = mix(0.45, 1.0, across.y * 0.5 + 0.5);
        float f = colour.a * side * ends * fall;
        pixel = vec4(colour.rgb * f, kind > 1.1 ? f : 0.0);
    } else if (kind < 4.5) {
        float out_by = outside(across);
        float core = smoothstep(edge, -edge, out_by);
        float whole = smoothstep(edge, -edge, out_by - 0.08);
        pixel = vec4(colour.rgb * core, max(core, 0.85 * whole)) * colour.a;
    } else if (kind > 5.5) {
        vec2 pixels = (1.0 - abs(across)) / fwidth(across);
        float line = smoothstep(2.5, 1.5, min(pixels.x, pixels.y));
        float f = max(line, 0.06) * colour.a;
        pixel = vec4(colour.rgb * f, f);
    } else {
        float f = smoothstep(1.0, 0.8, max(abs(across.x), abs(across.y))) * colour.a;
        pixel = vec4(colour.rgb * f, f);
    }
}
