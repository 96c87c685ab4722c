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

Send it as \`If-Match\` with PATCH, PUT and DELETE to write only if nobody else has written in between: otherwise the
response is 412 with the reason \`RESOURCE_CHANGED\`. Changes of content take the revision that they are based on in the
same way. See the page \`api/safe-writes.md\` of the documentation.

## Idempotency keys

Send the header \`Idempotency-Key\` with a random text, such as a UUID, with every POST, PUT, PATCH and DELETE that may have
to be sent again. For 24 hours, the same request with the same key writes nothing more and has the same response, with
\`Idempotency-Replayed: true\`.

## Uploads

Files are uploaded as \`multipart/form-data\`, in the request that adds them: the names of the parts are paths in the body,
such as \`changes.0.files.0.upload\`.

## Jobs

Imports, exports and PDFs can be started as jobs, which go on while nobody waits: see the section Jobs and the page
\`api/jobs.md\` of the documentation.

## Rate limits

Each response has the headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`. A request beyond the limit
is refused with 429, and one that the server is too busy for with 503. \`Retry-After\` tells after how many seconds to send
it again. The page \`api/limits.md\` of the documentation has all limits.

## Errors

Errors have an HTTP status and a JSON body whose \`error\` has a message, a reason on which a client can act, and the id of
the request. The page \`api/errors.md\` of the documentation lists the reasons.`
