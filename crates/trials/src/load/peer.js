// The peer of the load trial: the same board, moves in turn, stored in memory.
const { Server } = require('boardgame.io/server');

const COLUMNS = 11;
const ROWS = 10;

const game = {
  name: 'row',
  setup: () => ({ grid: Array(COLUMNS * ROWS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      for (let row = 0; row < ROWS; row += 1) {
        const space = row * COLUMNS + column;
        if (G.grid[space] === null) {
          G.grid[space] = playerID;
          return undefined;
        }
      }
      return 'INVALID_MOVE';
    },
  },
};

const server = Server({ games: [game], origins: [/127\.0\.0\.1/] });
server.run(Number(process.argv[2]), () => console.log('listening'));
