/** The JSON of a value, which code may return in its place for what was prefetched. A class, so that it is told apart. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
