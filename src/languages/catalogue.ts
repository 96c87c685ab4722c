import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import no from './no.json' with { type: 'json' }
import ptBr from './pt-br.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/**
 * The texts of one language: `site` around the pages of a site, `blocks` in its pages, `pdf` in a PDF, `mails` in mails, and the
 * others on the pages that a person meets. `{}` stands for
 * a name or a number.
 */
export type Texts = Readonly<{ [Part in keyof typeof en]: Readonly<(typeof en)[Part]> }>

export const catalogue = { en, de, fr, es, nl, no, 'pt-br': ptBr, zh, ja, ru } satisfies Record<string, Texts>

/** A language that has texts. */
export type Language = keyof typeof catalogue

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(catalogue, tag)
