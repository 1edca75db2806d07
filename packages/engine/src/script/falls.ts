/** How a score falls with the distance; `scaled` is what `scaleOf` made of scale and decay. */
export interface Fall {
  scaleOf(scale: number, decay: number): number;
  at(distance: number, scaled: number): number;
}

/** The three forms of OpenSearch's decay functions. */
export const falls = {
  gauss: {
    scaleOf: (scale, decay) => (0.5 * scale ** 2) / Math.log(decay),
    at: (distance, scaled) => Math.exp((0.5 * distance ** 2) / scaled),
  },
  exp: {
    scaleOf: (scale, decay) => Math.log(decay) / scale,
    at: (distance, scaled) => Math.exp(scaled * distance),
  },
  linear: {
    scaleOf: (scale, decay) => scale / (1 - decay),
    at: (distance, scaled) => Math.max(0, (scaled - distance) / scaled),
  },
} satisfies Record<string, Fall>;
