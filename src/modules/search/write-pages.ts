import { setImmediate } from 'node:timers/promises'
import { storableText } from '../../base/storable-text.ts'
import type { RunStatement } from '../../database/rows.ts'
import { spelling } from './limits.ts'
import { type PageWords, sectionRows, vectorOf } from './page-words.ts'
import { type Stems, stemsOf } from './stems.ts'

/** The pages of an index that are written together. */
interface Indexed {
  readonly spaceId: string
  readonly pages: readonly PageWords[]
  /** Whether their text is computed. */
  readonly computed?: boolean
}

/** The rows of pages in the index, as JSON, and the words that corrections of queries know. */
interface IndexRows {
  readonly pages: string
  readonly sections: string
  readonly words: ReadonlySet<string>
}

/** Writes pages to the index and returns their words. */
export async function writePages(run: RunStatement, indexed: Indexed): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(indexed, await stemsOf(run, distinctWords(indexed.pages)))
  await insertRows(run, rows)
  return rows.words
}

/**
 * Writes batches of pages to the index and returns their words. While the database writes one batch, the rows of the next one
 * are made and the words of the one after it are read, by `read`, which is to use the statements that it is given: a connection
 * runs one at a time.
 */
export async function writeBatches<Batch>(
  run: RunStatement,
  batches: readonly Batch[],
  read: (batch: Batch, run: RunStatement) => Promise<Indexed>,
): Promise<Set<string>> {
  const queue = new StatementQueue(run)
  const words = new Set<string>()
  let rows: IndexRows | undefined
  try {
    for (const batch of batches) {
      const indexed = await read(batch, queue.run)
      const stems = await stemsOf(queue.run, distinctWords(indexed.pages))
      if (rows) {
        await queue.ended
        void insertRows(queue.run, rows)
        await setImmediate()
      }
      rows = await rowsOf(indexed, stems)
      for (const word of rows.words) words.add(word)
    }
    if (rows) await insertRows(queue.run, rows)
  } finally {
    await queue.ended
  }
  return words
}

/** Runs the statements of a transaction one after the other, while whoever has begun one goes on. None runs after one that failed. */
class StatementQueue {
  #last: Promise<unknown> = Promise.resolve()
  readonly run: RunStatement

  constructor(run: RunStatement) {
    this.run = (text, values) => {
      const result = this.#last.then(() => run(text, values))
      this.#last = result
      // Whoever began it may throw something else before awaiting it.
      result.catch(() => {})
      return result as never
    }
  }

  /** Resolves when no statement runs. */
  get ended(): Promise<void> {
    return this.#last.then(
      () => {},
      () => {},
    )
  }
}

/** Makes the rows of pages, and yields to the event loop between them. */
async function rowsOf({ spaceId, pages, computed = false }: Indexed, stems: Stems): Promise<IndexRows> {
  const words = new Set<string>()
  const rows: object[] = []
  for (const { page, lines } of pages) {
    if (rows.length > 0) await setImmediate()
    const vector = vectorOf(lines, stems)
    for (const line of lines)
      for (const word of wordsIn(line)) if (isDictionaryWord(word) && vector.has(word)) words.add(word)
    const title = storableText(page.title)
    rows.push({ spaceId, pageId: page.pageId, title, vector: vector.toString(), computed })
  }
  const sections = pages.flatMap(({ page }) => sectionRows(spaceId, page))
  return { pages: JSON.stringify(rows), sections: JSON.stringify(sections), words }
}

const insertRows = (run: RunStatement, { pages, sections }: IndexRows) =>
  run(
    `WITH page AS (
       INSERT INTO "SearchPage" ("spaceId", "pageId", title, vector, computed)
       SELECT "spaceId", "pageId", title, vector, computed FROM json_populate_recordset(NULL::"SearchPage", $1::json))
     INSERT INTO "SearchSection" ("spaceId", "pageId", ordinal, anchor, title, body)
     SELECT "spaceId", "pageId", ordinal, anchor, title, body
     FROM json_populate_recordset(NULL::"SearchSection", $2::json)`,
    [pages, sections],
  )

function* distinctWords(pages: readonly PageWords[]): Generator<string> {
  for (const { lines } of pages) for (const line of lines) yield* wordsIn(line)
}

function* wordsIn({ words, others }: PageWords['lines'][number]): Generator<string> {
  yield* words
  for (const some of others.values()) yield* some
}

const isDictionaryWord = ({ length }: string) => length >= spelling.shortest && length <= spelling.longest
