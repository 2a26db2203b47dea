// The floor: a soft pool of light that fades into the background.

uniform vec2 ground;
uniform vec3 tone;
// Width and height of the canvas in pixels.
uniform vec2 picture;
// The x coordinate of the legs, their reach to the front, half the width of the board.
uniform vec3 legs;

in vec3 world;

layout (location = 0) out vec4 pixel;

// Soft shadow: a wide sample pattern, rotated from pixel to pixel.
float soft_sunshine(vec3 point) {
#if QUALITY == 0
    // Without a shadow map, as if it lay in a light shadow.
    return 0.7;
#else
    vec4 at = sun * vec4(point + vec3(0.0, 0.03, 0.0), 1.0);
    vec3 s = at.xyz * 0.5 + 0.5;
    float depth = min(s.z, 1.0) - 0.001;
    float turn = grain(gl_FragCoord.xy) * 6.2831853;
    const int SAMPLES = 16;
    float sum = 0.0;
    for (int k = 0; k < SAMPLES; k++) {
        float reach = sqrt((float(k) + 0.5) / float(SAMPLES)) * 0.011;
        float angle = float(k) * 2.3999632 + turn;
        vec2 place = s.xy + reach * vec2(cos(angle), sin(angle));
        bool is_outside = any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)));
        sum += is_outside ? 1.0 : step(depth, textureLod(sunMap, place, 0.0).x);
    }
    return sum / float(SAMPLES);
#endif
}

float distance_to_box(vec2 p, vec2 half_size) {
    vec2 d = abs(p) - half_size;
    return length(max(d, vec2(0.0))) + min(max(d.x, d.y), 0.0);
}

void main() {
    // Fade out before the edges of the canvas, to hide them.
    float far = length(world.xz * vec2(1.0, 1.7)) / ground.y;
    vec2 edge = min(gl_FragCoord.xy, picture - gl_FragCoord.xy) / picture;
    float fade = (1.0 - smoothstep(0.3, 1.0, far)) * smoothstep(0.0, 0.12, edge.x) * smoothstep(0.0, 0.1, edge.y);
    vec3 v = normalize(eye - world);
    // Ambient occlusion by legs and plates.
    float leg = distance_to_box(vec2(abs(world.x) - legs.x, world.z), vec2(0.12, legs.y));
    float body = distance_to_box(world.xz, vec2(legs.z, 0.27));
    float open = (1.0 - 0.6 * exp(-max(leg, 0.0) * 7.0)) * (1.0 - 0.45 * exp(-max(body, 0.0) * 1.7));
    float pool = mix(1.35, 0.5, smoothstep(0.1, 0.9, far));
    vec3 light = tone * (roomHigh * 0.8 + 0.25) * open;
    light += tone * sunLight * sunWay.y * 0.75 * mix(0.25, 1.0, soft_sunshine(world)) * mix(0.6, 1.0, open);
    light *= pool;
    float glance = pow(1.0 - max(v.y, 0.0), 4.0);
    light += roomHigh * glance * 0.25;
    pixel = vec4(on_screen(light), fade * fade);
}
