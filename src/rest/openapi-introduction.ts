/** The guide at the beginning of the reference, in Markdown. */
export const introduction = `The REST API of Lectern. Every operation is also available in the GraphQL API at \`/graphql\`.

## Authentication

Send an API token with every request, in the header \`Authorization: Bearer <token>\`. A request without a valid token
is answered with 401, unless the operation needs no token.

- The first start of the server prints a token. It belongs to the admin of the first organization.
- Create further tokens with \`POST /user/tokens\`. The token is in that response only.
- A token with the scope \`read\` can only read. A token may expire, and belongs to one user: it can do what they can do.
- Replace a token with \`POST /user/tokens/{tokenId}/rotate\`. The old token works on for a while.
- Revoke a token with \`DELETE /user/tokens/{tokenId}\`.
- In an organization with single sign-on, only sessions and tokens of its identity provider count.

Each operation states the permission that it requires. The pages \`api/authentication.md\` and \`api/permissions.md\` of
the documentation, in \`src/docs\`, explain tokens and permissions.

To send requests from this page, enter a token once under Authentication, or open the page as
\`/v1/docs#token=<token>\`. The page keeps the token until you leave it.

## Lists

Lists are paginated. To get the next page, pass \`next.page\` of a response as the parameter \`page\`. The last page has
no \`next\`. \`count\` is the number of items of the whole list.

## Values

Members whose value is null are omitted, unless their schema allows null. Dates are in ISO 8601 format. Ids are opaque
strings.

Unknown members and query parameters are ignored; the header \`Warning\` names those that are close to known ones. With
\`Prefer: handling=strict\` they are refused.

## Conditional requests

Responses to GET have an entity tag in the header \`ETag\`. Send it as \`If-None-Match\`: while nothing has changed, the
response is 304 without a body.

## Errors

Errors have an HTTP status and a JSON body whose \`error\` has a message, a reason on which a client can act, and the id of
the request. The page \`api/errors.md\` of the documentation lists the reasons.`
