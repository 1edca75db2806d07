import type { TokenizerType } from '../component-type.ts';
import type { Tokenizer } from '../token-stream.ts';

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Thai is written without spaces: ICU's dictionary says where words end. What has no letter or digit in it is no word. */
export const thaiTokenizer: Tokenizer = (text, sink) => {
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (isWordLike === true) sink.term(segment, index, index + segment.length, 'word', 1);
  }
  return 0;
};

export const thai: TokenizerType = { name: 'thai', make: () => thaiTokenizer };
