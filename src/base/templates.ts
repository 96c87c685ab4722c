type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values of the placeholders of a message, by their names. */
export type MessageValues = Readonly<Record<string, string | number>>

/** The values of a message as the arguments of a function: none, if it has no placeholders. */
export type ValuesOf<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, string | number>>]

/** Returns a message with its values: `{name}` stands for one. */
export const filled = (template: string, values: MessageValues = {}): string =>
  template.replace(/\{(\w+)\}/g, (_all, name: string) => `${values[name]}`)
