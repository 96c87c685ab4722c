/** A value of a message that says in words what is wrong. It has a name, by which clients tell it in the language of a person. */
export interface Problem {
  readonly name: string
  /** The words in English. */
  readonly message: string
  /** The values of sentences about it. */
  readonly values?: MessageValues | undefined
}

/** Words of another program, which nobody translates. */
export interface Quote {
  readonly quote: string
}

/** The values of the placeholders of a message, by their names. */
export interface MessageValues {
  readonly [name: string]: string | number | Problem
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values by their names: words for `problem` and `cause`, and for all others what is the same in each language. */
export type ValuesNamed<Name extends string> = {
  readonly [Each in Name]: Each extends 'problem' | 'cause' ? Problem : string | number
}

/** The values of a message as the arguments of a function: none, if it has no placeholders. */
export type ValuesOf<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: ValuesNamed<Placeholders<Text>>]

/** Returns a message with its values: `{name}` stands for one. */
export const filled = (template: string, values: MessageValues = {}): string =>
  template.replace(/\{(\w+)\}/g, (_all, name: string) => textOf(values[name]))

const textOf = (value: string | number | Problem | undefined): string =>
  typeof value === 'object' ? value.message : `${value}`
