import { orderMembers } from '@sextant/contract';
import { hashMapOrder } from '@sextant/engine';

/** A tree whose objects have their members as a `HashMap` of Java that was filled with them goes through them. */
export function inJavaOrder<Tree>(value: Tree): Tree {
  return orderMembers(value, hashMapOrder) as Tree;
}
