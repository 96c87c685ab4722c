import { type RefusalValues, refusalOf } from './refusals.ts'
import { language } from './texts.ts'
import { useRefusals } from './use-refusals.ts'

/** The name of what the server says, with the values of its sentence. */
export interface NamedMessage {
  readonly name: string
  readonly values?: unknown
}

interface Props {
  /** Null for what was stored before it had a name, and for what another program said. */
  readonly named: NamedMessage | null
  /** The words of the server, in English. */
  readonly words: string
}

/** What the server says of an object, in the language of the page. What has no sentence is a quote of its words. */
export function ServerWords({ named, words }: Props) {
  const isReady = useRefusals(named !== null)
  if (named && !isReady) return null
  const told = named && sentenceOf(named)
  if (told) return told
  return named && language === 'en' ? words : <Quote>{words}</Quote>
}

/** Words in English that nobody translates. */
export const Quote = ({ children }: { readonly children: string }) => (
  <q lang="en" dir="ltr">
    {children}
  </q>
)

/** Returns the sentence for what the server says, once `useRefusals` is done. Undefined if there is none. */
export const sentenceOf = ({ name, values }: NamedMessage): string | undefined =>
  refusalOf(name, (values ?? undefined) as RefusalValues | undefined)
