import { Board, explain, ready, scores } from "foursight";
import "foursight/board";
import { createEngine } from "foursight/engine";

await ready();
window.facts = {
  scores: scores(""),
  moves: new Board("4453").moves,
  badge: explain("12611642613552255512").columns.find(({ column }) => column === 3).reasons[0].badge,
  isIsolated: window.crossOriginIsolated,
};
window.createEngine = createEngine;
