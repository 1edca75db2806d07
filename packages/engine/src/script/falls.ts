import { javaDouble } from '../mapping/java-text.ts';

/** How a score falls with the distance; `scaled` is what `scaleOf` made of scale and decay. */
export interface Fall {
  scaleOf(scale: number, decay: number): number;
  at(distance: number, scaled: number): number;
  /** As OpenSearch explains it; `name`: the last of what it was given. */
  text(distance: string, scaled: number, name: string): string;
}

/** The three forms of OpenSearch's decay functions. */
export const falls = {
  gauss: {
    scaleOf: (scale, decay) => (0.5 * scale ** 2) / Math.log(decay),
    at: (distance, scaled) => Math.exp((0.5 * distance ** 2) / scaled),
    text: (distance, scaled, name) => `exp(-0.5*pow(${distance},2.0)/${javaDouble(-scaled)}${name})`,
  },
  exp: {
    scaleOf: (scale, decay) => Math.log(decay) / scale,
    at: (distance, scaled) => Math.exp(scaled * distance),
    text: (distance, scaled, name) => `exp(- ${distance} * ${javaDouble(-scaled)}${name})`,
  },
  linear: {
    scaleOf: (scale, decay) => scale / (1 - decay),
    at: (distance, scaled) => Math.max(0, (scaled - distance) / scaled),
    text: (distance, scaled, name) =>
      `max(0.0, ((${javaDouble(scaled)} - ${distance})/${javaDouble(scaled)}${name})`,
  },
} satisfies Record<string, Fall>;
