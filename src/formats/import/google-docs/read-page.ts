import { relativeUrl } from '../conversion/markdown-syntax.ts'
import type { DocumentPage } from '../docx/page-tree.ts'
import type { Skip } from '../report/notes.ts'
import { readGoogleHtml } from './page.ts'
import { type PageAsset, PageImages } from './page-images.ts'

/** A web page of an export, and its output paths. */
export interface GoogleRequest {
  readonly html: string
  /** The path of the HTML file. */
  readonly path: string
  /** The paths of the files that the page may reference. */
  readonly files: ReadonlySet<string>
  /** The path of the resulting page. */
  readonly page: string
  /** The folder of its images. */
  readonly folder: string
}

export interface GooglePage extends DocumentPage {
  readonly assets: readonly PageAsset[]
  readonly skipped: readonly Skip[]
}

export function readGooglePage({ html, path, files, page, folder }: GoogleRequest): GooglePage {
  const images = new PageImages(path, files, folder)
  const content = readGoogleHtml(html, path, (source) => {
    const asset = images.resolve(source)
    return asset && (/^https?:/i.test(asset) ? asset : relativeUrl(page, asset))
  })
  return { ...content, assets: images.assets, skipped: images.skipped }
}
