/** Ends the name under which a segment holds the values of a whole object with their paths: `a.b=value`. */
export const FLAT_TERMS = '._valueAndPath';
