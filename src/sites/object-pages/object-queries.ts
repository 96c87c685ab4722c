import type { AppObject } from '../../base/app-addresses.ts'

/** A query that reads an object, to begin with in GraphiQL. */
export function queryOf(object: AppObject): string {
  const id = (value: string) => JSON.stringify(value)
  switch (object.kind) {
    case 'organization':
      return query(`organization(id: ${id(object.organization)})`, 'id title permissions { admin }')
    case 'site':
      return query(`site(id: ${id(object.site)})`, 'id title visibility isPublished urls { published }')
    case 'specification':
      return query(
        `openAPISpec(organizationId: ${id(object.organization)}, slug: ${id(object.slug)})`,
        'slug visibility',
      )
    case 'collection':
      return query(`collection(id: ${id(object.collection)})`, 'id title spaces { nodes { id title } }')
    case 'space':
      return query(`space(id: ${id(object.space)})`, 'id title pages { nodes { pageId title } }')
    case 'page':
      return query(
        `page(spaceId: ${id(object.space)}, pageId: ${id(object.page)})`,
        'id title ... on DocumentPage { markdown }',
      )
    case 'revision':
      return query(
        `revision(spaceId: ${id(object.space)}, id: ${id(object.revision)})`,
        'id pages { nodes { pageId title } }',
      )
    case 'change request':
      return query(
        `changeRequest(spaceId: ${id(object.space)}, id: ${id(object.changeRequest)})`,
        'id number subject status',
      )
  }
}

const query = (field: string, members: string): string => `{\n  ${field} {\n    ${members}\n  }\n}\n`
