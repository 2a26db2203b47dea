// Discs: lathed metal with an embossed ring or cross; power discs with a picture of their own, and
// the owner's symbol at the rim.

uniform vec2 mirror;
// Position of the point light.
uniform vec3 bulb;

in vec3 world;
in vec3 facing;
in vec2 face;
flat in vec2 spun;
flat in vec4 colour;
// Shape index, glow, and 1 between the plates.
flat in vec3 look;

layout (location = 0) out vec4 pixel;

// The flat field inside the rim.
const float FIELD = 0.315;

float box(vec2 p, float x, float y) {
    vec2 d = abs(p) - vec2(x, y);
    return length(max(d, vec2(0.0))) + min(max(d.x, d.y), 0.0);
}

// Signed distance from a point of the face to the embossed shape. Shape indices are even for
// First, odd for Second: an ordinary disc, then anvil, bomb, wall, double.
float outside(vec2 p) {
    float number = floor(look.x + 0.5);
    bool is_second = mod(number, 2.0) > 0.5;
    vec2 q = abs(vec2(p.x + p.y, p.x - p.y) * 0.70710678);
    q = q.x > q.y ? q : q.yx;
    if (number < 1.5) {
        return is_second ? box(q, 0.215, 0.044) - 0.006 : abs(length(p) - 0.185) - 0.042;
    }
    float sign = is_second ? box(q - vec2(0.27, 0.0), 0.035, 0.03) : abs(length(p) - 0.27) - 0.016;
    float picture;
    if (number < 3.5) {
        picture = min(box(p - vec2(-0.03, 0.075), 0.17, 0.036), box(p, 0.05, 0.1));
        picture = min(picture, box(p + vec2(0.0, 0.11), 0.115, 0.03));
    } else if (number < 5.5) {
        picture = length(p + vec2(0.02, 0.035)) - 0.125;
        picture = min(picture, box(p - vec2(0.1, 0.12), 0.022, 0.055));
    } else if (number < 7.5) {
        float row = floor((p.y + 0.15) / 0.1);
        float joint = abs(fract((p.x + 0.06 * mod(row, 2.0)) / 0.12 + 0.5) - 0.5) * 0.12;
        picture = max(box(p, 0.18, 0.15), 0.014 - min(joint, abs(fract(p.y / 0.1) - 0.5) * 0.1));
    } else {
        picture = min(length(p - vec2(0.095, 0.0)), length(p + vec2(0.095, 0.0))) - 0.075;
    }
    return min(sign, picture);
}

void main() {
    vec3 v = normalize(eye - world);
    float radius = length(face);
    mat2 spin = mat2(spun.x, spun.y, -spun.y, spun.x);

    // The edge of the shape slopes outwards, and is never thinner than a pixel.
    float d = outside(face);
    float edge = max(0.02, 0.8 * fwidth(d));
    float raised = smoothstep(edge, -edge, d);
    const float STEP = 0.004;
    vec2 away = vec2(outside(face + vec2(STEP, 0.0)), outside(face + vec2(0.0, STEP))) - d;
    float lean = (1.0 - smoothstep(0.0, edge, abs(d))) * (1.0 - smoothstep(FIELD - 0.02, FIELD, radius));
    vec3 n = normalize(normalize(facing) + vec3(spin * away * (0.9 * lean / STEP), 0.0));

    float nv = max(dot(n, v), 0.001);
    vec3 base = colour.rgb;
    // A relief alone is unreadable on a power disc: its picture has the colour of the owner's mark.
    if (look.x > 1.5) {
        vec3 ink = mod(floor(look.x + 0.5), 2.0) > 0.5 ? vec3(0.012, 0.012, 0.03) : vec3(0.95);
        base = mix(base, ink, 0.9 * raised * (1.0 - smoothstep(FIELD - 0.02, FIELD, radius)));
    }
    const float metal = 0.85;
    float rough = mix(0.3, 0.2, raised);
    vec3 reflective = mix(vec3(0.05), base, metal);

    vec3 seen = room(reflect(-v, n), rough);
#if QUALITY > 0
    // Fine grooves around the axis spread reflections outwards.
    vec3 outwards = vec3(spin * (face / max(radius, 1e-3)), 0.0) * (0.1 - 0.1 * raised);
    seen = 0.4 * seen
        + 0.3 * room(reflect(-v, normalize(n + outwards)), rough)
        + 0.3 * room(reflect(-v, normalize(n - outwards)), rough);
#endif

    // Ambient occlusion: by the plates at the rim, by the raised shape around its base.
    float open = 1.0 - look.z * 0.6 * smoothstep(0.34, 0.44, radius);
    open *= 1.0 - 0.35 * exp(-max(d, 0.0) * 45.0) * (1.0 - raised) * step(radius, FIELD);

    float direct = max(dot(n, sunWay), 0.0);
    float shine = direct > 0.0 ? sunshine(world, n) : 0.0;
    vec3 light = base * (0.1 + (1.0 - metal) * room(n, 1.0)) * open;
    light += mirrored(reflective, rough, nv, seen) * open;
    light += (base * (1.0 - 0.7 * metal) + glint(reflective, rough, n, v, sunWay)) * sunLight * direct * shine;
    // The point light is near, so each disc has its highlight in another place.
    vec3 way = bulb - world;
    float reach = length(way) / length(bulb);
    way = normalize(way);
    light += glint(reflective, rough, n, v, way) * max(dot(n, way), 0.0) * 0.3 / (reach * reach) * open;
    // The glow has the disc's own colour, so that the owner of a winning line stays recognisable.
    float rim = smoothstep(0.33, 0.36, radius) * (1.0 - smoothstep(0.40, 0.42, radius));
    light += base * look.y * (0.12 + 0.6 * raised + 0.4 * rim);

    float opacity = colour.a;
    if (mirror.x > 0.0) {
        // Fade out before the lower edge of the canvas.
        opacity *= mirror.x * exp(-max(world.y - mirror.y, 0.0) * 0.85) * smoothstep(0.0, 90.0, gl_FragCoord.y);
    }
    pixel = vec4(on_screen(light), opacity);
}
