// The floor: one large rectangle.

uniform mat4 camera;
// Height of the floor, and half its width.
uniform vec2 ground;

in vec3 point;

out vec3 world;

void main() {
    world = vec3(point.x * ground.y, ground.x, point.y * ground.y);
    gl_Position = camera * vec4(world, 1.0);
}
