// Longana-like hand on boardgame.io: PlayerView.STRIP_SECRETS, 4 seats, server-side validation.
// usage: node boardgame.cjs PORT
process.env.NODE_ENV = 'production';
const { Server } = require('boardgame.io/server');
const { PlayerView, INVALID_MOVE } = require('boardgame.io/core');

const TILES = []; // double-nine, tile = a*10+b with a<=b
for (let a = 0; a < 10; a++) for (let b = a; b < 10; b++) TILES.push(a * 10 + b);

const fits = (tile, end) => ((tile / 10) | 0) === end || tile % 10 === end;
const allowed = (G, seat, br) => br === seat || G.open[br];

function deal(G, random) {
  for (;;) {
    const d = random.Shuffle(TILES);
    const hands = [0, 1, 2, 3].map((s) => d.slice(s * 8, s * 8 + 8));
    let top = -1, who = -1; // the highest double held opens, and is laid as the centre
    for (let s = 0; s < 4; s++) for (const t of hands[s]) if (((t / 10) | 0) === t % 10 && t > top) { top = t; who = s; }
    if (who < 0) continue;
    hands[who] = hands[who].filter((t) => t !== top);
    G.center = top % 10;
    G.branches = [[], [], [], []];
    G.ends = [G.center, G.center, G.center, G.center];
    G.open = [false, false, false, false];
    G.counts = hands.map((h) => h.length);
    G.passes = 0;
    G.hand++;
    for (let s = 0; s < 4; s++) G.players[s].hand = hands[s];
    return;
  }
}
function endHand(G, random) {
  for (let s = 0; s < 4; s++) for (const t of G.players[s].hand) G.scores[s] += ((t / 10) | 0) + (t % 10);
  deal(G, random);
}
const game = {
  name: 'longana',
  minPlayers: 4, maxPlayers: 4,
  disableUndo: true,
  setup: ({ random }) => {
    const G = { hand: 0, scores: [0, 0, 0, 0], players: { 0: { hand: [] }, 1: { hand: [] }, 2: { hand: [] }, 3: { hand: [] } } };
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, tile, br) => {
        const seat = +playerID;
        if (!Number.isInteger(tile) || !Number.isInteger(br) || br < 0 || br > 3) return INVALID_MOVE;
        const hand = G.players[playerID].hand;
        const i = hand.indexOf(tile);
        if (i < 0 || !allowed(G, seat, br) || !fits(tile, G.ends[br])) return INVALID_MOVE;
        hand.splice(i, 1);
        const a = (tile / 10) | 0, b = tile % 10;
        G.branches[br].push(tile);
        G.ends[br] = a === G.ends[br] ? b : a;
        G.counts[seat]--;
        if (br === seat) G.open[seat] = false;
        G.passes = 0;
        if (hand.length === 0) endHand(G, random);
      },
    },
    pass: {
      client: false,
      move: ({ G, playerID, random }) => {
        const seat = +playerID;
        for (const t of G.players[playerID].hand)
          for (let br = 0; br < 4; br++) if (allowed(G, seat, br) && fits(t, G.ends[br])) return INVALID_MOVE;
        G.open[seat] = true;
        if (++G.passes === 4) endHand(G, random);
      },
    },
  },
};
const server = Server({ games: [game], origins: [/127\.0\.0\.1/] });
// loopback only. The Lobby API gets its own port (PORT+1000): on the shared port a fresh install of 0.50.2 answers 404, since
// koa-socket-2 calls app.callback() before the routes are added and today's koa-compose copies the middleware list at that call.
const host = '127.0.0.1', port = +process.argv[2];
server.run({ port: { port, host }, lobbyConfig: { apiPort: { port: port + 1000, host } } });
