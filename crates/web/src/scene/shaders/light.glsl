// Lighting: a sun with a shadow map, an environment of soft lamps that metal reflects, and tone
// mapping.

uniform vec3 eye;
// Direction towards the sun, and its colour.
uniform vec3 sunWay;
uniform vec3 sunLight;
// Projection of the world into the shadow map.
uniform mat4 sun;
uniform highp sampler2D sunMap;
// Colours of the environment, below and above.
uniform vec3 roomLow;
uniform vec3 roomHigh;

// Interleaved gradient noise (Jimenez 2014): for dithering and for rotating sample patterns.
float grain(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

float lamp(vec3 way, vec3 place, float edge, float rough) {
    float blur = mix(0.02, 0.6, rough);
    return smoothstep(edge - blur, edge + blur, dot(way, place)) * mix(1.0, 0.42, rough);
}

// Light of the environment from a direction. It is the same in front and behind, so that the board
// looks good from both sides.
vec3 room(vec3 way, float rough) {
    vec3 w = vec3(way.xy, abs(way.z));
    vec3 light = mix(roomLow, roomHigh, smoothstep(-0.7, 0.95, w.y));
    light += vec3(2.7, 2.55, 2.35) * lamp(w, normalize(vec3(-0.6, 0.72, 0.62)), 0.93, rough);
    light += vec3(0.75, 1.0, 1.5) * lamp(w, normalize(vec3(0.95, 0.18, 0.55)), 0.955, rough);
    light += vec3(1.3, 1.25, 1.2) * lamp(w, normalize(vec3(0.15, 1.0, 0.25)), 0.90, rough);
    // A long window at the side, whose edge runs over round surfaces.
    light += vec3(0.5, 0.56, 0.66) * smoothstep(0.22, 0.0, abs(w.y - 0.3))
        * smoothstep(-0.1, 0.8, w.z) * (1.0 - rough);
    // The wall behind the viewer.
    light += vec3(0.5, 0.5, 0.52) * smoothstep(0.15, 1.0, w.z) * mix(1.0, 0.7, rough);
    return light;
}

// Visibility of the sun, 1 in full light. Smooth: samples are weighted by their distance (PCF).
float sunshine(vec3 point, vec3 normal) {
#if QUALITY == 0
    // Without a shadow map everything lies in the sun.
    return 0.85;
#else
    float slope = 1.0 - max(dot(normal, sunWay), 0.0);
    vec4 at = sun * vec4(point + normal * (0.018 + 0.045 * slope), 1.0);
    vec3 s = at.xyz * 0.5 + 0.5;
    if (any(lessThan(s.xy, vec2(0.0))) || any(greaterThan(s.xy, vec2(1.0)))) {
        return 1.0;
    }
    float depth = min(s.z, 1.0) - 0.0005;
    vec2 place = s.xy * vec2(textureSize(sunMap, 0)) - 0.5;
    ivec2 base = ivec2(floor(place));
    vec2 f = fract(place);
    float sum = 0.0;
    vec4 x = vec4(1.0 - f.x, 1.0, 1.0, f.x);
    vec4 y = vec4(1.0 - f.y, 1.0, 1.0, f.y);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            sum += x[i] * y[j] * step(depth, texelFetch(sunMap, base + ivec2(i - 1, j - 1), 0).x);
        }
    }
    return sum / 9.0;
#endif
}

// Specular highlight (GGX) of a light from this direction on a rough surface.
vec3 glint(vec3 reflective, float rough, vec3 normal, vec3 view, vec3 way) {
    float a = rough * rough;
    vec3 between = normalize(way + view);
    float nh = max(dot(normal, between), 0.0);
    float lh = max(dot(way, between), 0.05);
    float peak = nh * nh * (a * a - 1.0) + 1.0;
    return reflective * (a * a / (4.0 * peak * peak * lh * lh * (rough + 0.5)));
}

// Environment reflection: an analytic fit of the BRDF over angle and roughness (Karis 2014).
vec3 mirrored(vec3 reflective, float rough, float nv, vec3 light) {
    vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    vec2 fit = vec2(-1.04, 1.04) * a + r.zw;
    return light * (reflective * fit.x + fit.y);
}

// Tone mapping to sRGB, similar to Khronos PBR Neutral: highlights are compressed before they lose
// their hue.
vec3 on_screen(vec3 light) {
    float strongest = max(light.r, max(light.g, light.b));
    float kept = strongest;
    if (strongest > 0.75) {
        kept = 1.0 - 0.25 * exp(-(strongest - 0.75) / 0.25);
    }
    vec3 colour = light * (kept / max(strongest, 1e-4));
    colour = mix(colour, vec3(kept), 1.0 - 1.0 / (0.18 * max(strongest - kept, 0.0) + 1.0));
    vec3 low = colour * 12.92;
    vec3 high = 1.055 * pow(max(colour, vec3(1e-5)), vec3(1.0 / 2.4)) - 0.055;
    return mix(low, high, step(vec3(0.0031308), colour)) + (grain(gl_FragCoord.xy) - 0.5) / 255.0;
}
