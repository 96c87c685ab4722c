/** The commit that a source was read from, or that a revision was written to. */
export interface SourceCommit {
  readonly oid: string
  readonly message: string
  readonly createdByService?: boolean
  readonly url?: string
  readonly ref?: string
  /** Who wrote it, and the commits before it that are taken in with it: each as `Name <address>`. */
  readonly authors?: readonly string[]
}

export interface GitOrigin {
  readonly oid?: string | null
  readonly path: string
}

export interface ImportedPage {
  /** Created by the importer with newId('Page'), so that it can write links to `/pages/<id>`. */
  readonly id: string
  readonly type?: 'DOCUMENT' | 'GROUP' | 'LINK' | 'COMPUTED'
  readonly title: string
  /** The preferred slug, made unique among the siblings; derived from the title if absent. Links have none. */
  readonly slug?: string | null
  readonly emoji?: string | null
  readonly icon?: string | null
  readonly description?: string | null
  readonly hidden?: boolean | null
  readonly noIndex?: boolean | null
  readonly noRobotsIndex?: boolean | null
  readonly layout?: object | null
  readonly cover?: object | null
  /** The target of a link: a content reference. */
  readonly target?: object | null
  /** The body, without front matter and title, with its links already rewritten. */
  readonly markdown?: string | null
  /** The front matter as it is written, in YAML. */
  readonly frontMatter?: string | null
  /** The heading of the file, if the title is another. */
  readonly heading?: string | null
  readonly git?: GitOrigin | null
  readonly pages?: readonly ImportedPage[]
}

export interface ImportedReusableContent {
  /** Created by the importer with newId('ReusableContent'), so that it can write includes of it. */
  readonly id: string
  readonly title: string
  /** The body, with its links already rewritten. */
  readonly markdown: string
  readonly git?: GitOrigin | null
}

/** A file of an import, whose bytes are already stored. */
export interface ImportedFile {
  /** Created by the importer with newId('File'), so that it can write links to `/files/<id>`. */
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly width?: number | null
  readonly height?: number | null
  readonly blobHash: string
  readonly git?: GitOrigin | null
}
