/** An operation cannot be read by a nested statement. */
export class NotNested extends Error {}
