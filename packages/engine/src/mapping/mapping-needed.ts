/** A document has a field that the mapping lacks, where the mapping is made elsewhere. */
export class MappingNeeded extends Error {
  constructor() {
    super('a document has a field that the mapping lacks');
    this.name = 'MappingNeeded';
  }
}
