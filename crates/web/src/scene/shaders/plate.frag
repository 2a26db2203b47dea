// Plates, frame and legs: glossy, not metal.

// Opacity of the mirror image in the floor, 0 for the board itself; and the height of the floor.
uniform vec2 mirror;

in vec3 world;
in vec3 facing;
flat in vec4 colour;

layout (location = 0) out vec4 pixel;

void main() {
    vec3 n = normalize(facing);
    vec3 v = normalize(eye - world);
    float nv = max(dot(n, v), 0.001);
    vec3 base = colour.rgb;
    const float rough = 0.3;
    const vec3 reflective = vec3(0.045);
    // Ambient occlusion inside the holes.
    float open = mix(0.5, 1.0, max(abs(n.z), smoothstep(0.14, 0.27, abs(world.z))));
    float direct = max(dot(n, sunWay), 0.0);
    float shine = direct > 0.0 ? sunshine(world, n) : 0.0;
    vec3 light = base * 0.62 * room(n, 1.0) * open;
    light += mirrored(reflective, rough, nv, room(reflect(-v, n), rough)) * open;
    light += (base * 0.8 + glint(reflective, rough, n, v, sunWay)) * sunLight * direct * shine;
    float opacity = colour.a;
    if (mirror.x > 0.0) {
        // Fade out before the lower edge of the canvas.
        opacity *= mirror.x * exp(-max(world.y - mirror.y, 0.0) * 0.85) * smoothstep(0.0, 90.0, gl_FragCoord.y);
    }
    pixel = vec4(on_screen(light), opacity);
}
