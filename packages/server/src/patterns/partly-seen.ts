/** Of the engine: what says which fields somebody may see, and what is refused to those who may see a part of an index. */
export {
  type FieldRules,
  type FieldView,
  fieldView,
  Mapping,
  refusedToPart,
  refuseRevealing,
} from '@sextant/engine';
