-- The rows of the benchmark, the same at every run: 20 organizations of 10 sites with 5 sections of 4 site-spaces, each
-- with a space of its own, which makes 4,000 spaces of 40 pages and 20 comments; 200 users. The foreign keys and
-- triggers are off, which needs a superuser: the counters are written here.
SET LOCAL session_replication_role = replica;

CREATE FUNCTION pg_temp.id(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT prefix || substr(md5(prefix || n::text), 1, 26) $$;

INSERT INTO "User" (id, "displayName", email, "createdAt")
SELECT pg_temp.id('usr', n), 'User ' || n || ' ' || substr(md5('n' || n), 1, 8), 'user' || n || '@example.com',
  timestamptz '2026-01-01' + n * interval '1 hour'
FROM generate_series(1, 200) n;

INSERT INTO "Organization" (id, title, "createdAt", "emailDomains")
SELECT pg_temp.id('org', n), 'Organization ' || n, timestamptz '2026-01-01' + n * interval '1 day', '{}'
FROM generate_series(1, 20) n;

-- The viewer of all requests, who is a member of the first organization only.
INSERT INTO "User" (id, "displayName", email) VALUES ('usrbench', 'Viewer', 'viewer@example.com');
INSERT INTO "Member" (id, "organizationId", "userId", role, "joinedAt")
VALUES ('membench', pg_temp.id('org', 1), 'usrbench', 'ADMIN', timestamptz '2026-01-01');
INSERT INTO "ApiToken" (id, "userId", label, prefix, hash, scopes)
VALUES ('tokbench', 'usrbench', 'Benchmark', 'lectern_bench', encode(sha256('lectern_token_of_the_benchmark'), 'hex'), '{}');

INSERT INTO "Member" (id, "organizationId", "userId", role, "joinedAt")
SELECT pg_temp.id('mem', n), pg_temp.id('org', n % 20 + 1), pg_temp.id('usr', n), 'EDIT',
  timestamptz '2026-01-02' + n * interval '1 minute'
FROM generate_series(1, 200) n;

INSERT INTO "Team" (id, "organizationId", title, "createdAt")
SELECT pg_temp.id('tea', n), pg_temp.id('org', (n - 1) / 5 + 1), 'Team ' || n, timestamptz '2026-01-03'
FROM generate_series(1, 100) n;

-- Users with the numbers k, k + 20, k + 40 … are members of the organization with the number k + 1.
INSERT INTO "TeamMember" ("teamId", "userId", role, "joinedAt")
SELECT pg_temp.id('tea', n), pg_temp.id('usr', (n - 1) / 5 + 20 * m), CASE WHEN m = 1 THEN 'OWNER' ELSE 'MEMBER' END::"TeamRole",
  timestamptz '2026-01-03' + m * interval '1 minute'
FROM generate_series(1, 100) n, generate_series(1, 8) m;

INSERT INTO "EmailInvite" (id, "organizationId", email, role, "secretHash", "invitedById", "createdAt", "expiresAt")
SELECT pg_temp.id('inv', n), pg_temp.id('org', (n - 1) / 10 + 1), 'guest' || n || '@example.com', 'READ',
  md5('secret' || n), pg_temp.id('usr', (n - 1) / 10 + 20), timestamptz '2026-01-04', timestamptz '2090-01-01'
FROM generate_series(1, 200) n;

INSERT INTO "LinkInvite" (id, "organizationId", role, "createdById", "createdAt")
SELECT pg_temp.id('lnk', n), pg_temp.id('org', n), 'READ', pg_temp.id('usr', n + 19), timestamptz '2026-01-04'
FROM generate_series(1, 20) n;

INSERT INTO "CustomField" (id, "organizationId", name, type, title, options, "createdAt")
SELECT pg_temp.id('cuf', n), pg_temp.id('org', (n - 1) / 5 + 1), 'field-' || n, 'TEXT', 'Field ' || n, '{}', timestamptz '2026-01-04'
FROM generate_series(1, 100) n;

INSERT INTO "Collection" (id, "organizationId", title, ancestors, position, "createdAt", "updatedAt")
SELECT pg_temp.id('col', n), pg_temp.id('org', (n - 1) / 10 + 1), 'Collection ' || n, '{}', 'b' || lpad(n::text, 6, '0') || 'V',
  timestamptz '2026-01-02', timestamptz '2026-01-02'
FROM generate_series(1, 200) n;

INSERT INTO "Site" (id, "organizationId", title, published, "siteSpaceCount", "createdAt", "updatedAt")
SELECT pg_temp.id('sit', n), pg_temp.id('org', (n - 1) / 10 + 1), 'Site ' || n || ' of "docs"', true, 20,
  timestamptz '2026-01-02' + n * interval '1 minute', timestamptz '2026-01-02' + n * interval '1 minute'
FROM generate_series(1, 200) n;

INSERT INTO "PublishingAuth" ("siteId", "privateKey")
SELECT id, new_publishing_key() FROM "Site";

INSERT INTO "SiteSection" (id, "siteId", title, path, position, "isDefault", icon)
SELECT pg_temp.id('sec', n), pg_temp.id('sit', (n - 1) / 5 + 1), 'Section ' || n, 'section-' || n, 'a' || (n - 1) % 5,
  (n - 1) % 5 = 0, 'book'
FROM generate_series(1, 1000) n;

-- The last 50 spaces of an organization are in its ten collections.
INSERT INTO "Space" (id, "organizationId", "parentId", ancestors, title, emoji, visibility, position, "createdAt",
  "updatedAt", "revisionId", "openComments", "changeRequestsTotal", "changeRequestsOpen", "changeRequestsDraft", "searchedAt")
SELECT pg_temp.id('spc', n), pg_temp.id('org', (n - 1) / 200 + 1), c.id, array_remove(ARRAY[c.id], NULL),
  'Space ' || n || ' – ' || substr(md5('t' || n), 1, 12), (ARRAY['📚', '🚀', '🧪', '📄'])[n % 4 + 1],
  (ARRAY['PUBLIC', 'PRIVATE', 'UNLISTED']::"SpaceVisibility"[])[n % 3 + 1], 'a' || lpad(n::text, 6, '0') || 'V',
  timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-03-01' + n * interval '61 seconds',
  pg_temp.id('rev', n), 20, 2, 1, 1, timestamptz '2026-03-01'
FROM generate_series(1, 4000) n
LEFT JOIN LATERAL (SELECT pg_temp.id('col', (n - 1) / 200 * 10 + (n - 1) % 200 / 5 - 29) AS id
  WHERE (n - 1) % 200 >= 150) c ON true;

INSERT INTO "Branch" (id, "spaceId", kind, "headSequence")
SELECT pg_temp.id('brn', n), pg_temp.id('spc', n), 'MAIN', 1 FROM generate_series(1, 4000) n;

INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents, "createdAt")
SELECT pg_temp.id('rev', n), pg_temp.id('spc', n), pg_temp.id('brn', n), 1, 'EDITS', '{}', timestamptz '2026-03-01'
FROM generate_series(1, 4000) n;

INSERT INTO "SiteSpace" (id, "siteId", "sectionId", "spaceId", path, position, "isDefault")
SELECT pg_temp.id('ssp', n), pg_temp.id('sit', (n - 1) / 20 + 1), pg_temp.id('sec', (n - 1) / 4 + 1), pg_temp.id('spc', n),
  'p-' || n, 'a' || (n - 1) % 4, (n - 1) % 4 = 0
FROM generate_series(1, 4000) n;

INSERT INTO "SiteRedirect" (id, "siteId", source, "sectionId", "createdAt")
SELECT pg_temp.id('red', n), pg_temp.id('sit', (n - 1) / 10 + 1), '/old-' || n, pg_temp.id('sec', (n - 1) / 10 * 5 + 1),
  timestamptz '2026-01-03'
FROM generate_series(1, 2000) n;

INSERT INTO "ContentPermission" (id, "userId", "spaceId", role, "createdAt")
SELECT pg_temp.id('cpu', n), pg_temp.id('usr', (n - 1) / 200 + 20), pg_temp.id('spc', n), 'REVIEW', timestamptz '2026-01-03'
FROM generate_series(1, 4000) n WHERE n % 10 = 1;

INSERT INTO "ContentPermission" (id, "teamId", "spaceId", role, "createdAt")
SELECT pg_temp.id('cpt', n), pg_temp.id('tea', (n - 1) / 200 * 5 + 1), pg_temp.id('spc', n), 'EDIT', timestamptz '2026-01-03'
FROM generate_series(1, 4000) n WHERE n % 10 = 1;

INSERT INTO "Document" (id, markdown, "createdAt", "linksReadAt")
SELECT pg_temp.id('doc', n), '# About ' || substr(md5('a' || n), 1, 8) || E'\n\nThis page tells how to use part ' || n
  || E' of the product, with [a link](https://example.com/' || n || E') and `code`.\n\n## First steps\n\n- Install the package\n'
  || E'- Configure it\n- Run **it**\n\n```sh\nnpm install thing-' || n || E'\nthing --start\n```\n\n## More\n\n'
  || repeat('Some words of documentation follow here, as in any guide. ', 5) || md5('z' || n) || E'\n',
  timestamptz '2026-03-01', timestamptz '2026-03-01'
FROM generate_series(1, 160000) n;

-- 8 pages at the root and 4 below each of them.
INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, "parentId", position, title, slug, "documentId",
  "createdAt", "updatedAt")
SELECT pg_temp.id('pgv', n), pg_temp.id('brn', (n - 1) / 40 + 1), pg_temp.id('pag', n), 1, 'DOCUMENT',
  CASE WHEN (n - 1) % 40 >= 8 THEN pg_temp.id('pag', (n - 1) / 40 * 40 + (n - 1) % 8 + 1) END,
  'a' || lpad(((n - 1) % 40)::text, 3, '0') || 'V', 'Page ' || n || ' ' || substr(md5('pt' || n), 1, 10), 'page-' || n,
  pg_temp.id('doc', n), timestamptz '2026-03-01', timestamptz '2026-03-01'
FROM generate_series(1, 160000) n;

INSERT INTO "Comment" (id, "spaceId", "revisionId", markdown, "postedById", "postedAt")
SELECT pg_temp.id('com', n), pg_temp.id('spc', (n - 1) / 20 + 1), pg_temp.id('rev', (n - 1) / 20 + 1),
  'Comment ' || n || ': ' || md5('b' || n) || ' ' || md5('e' || n),
  -- A member of the organization.
  pg_temp.id('usr', (n - 1) / 4000 + 20 * (n * 7919 % 9 + 1)), timestamptz '2026-03-01' + n * interval '13 seconds'
FROM generate_series(1, 80000) n;

-- An open change request that changes the first page, and a draft.
CREATE TEMPORARY TABLE proposal ON COMMIT DROP AS
SELECT n, c, (n - 1) * 2 + c AS k FROM generate_series(1, 4000) n, generate_series(1, 2) c;

INSERT INTO "Branch" (id, "spaceId", kind, "headSequence", "baseBranchId", "baseSequence")
SELECT pg_temp.id('brc', k), pg_temp.id('spc', n), 'CHANGE_REQUEST', 1, pg_temp.id('brn', n), 1 FROM proposal;

INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, "baseBranchId", "baseSequence", type, parents, "createdAt")
SELECT pg_temp.id('rec', k), pg_temp.id('spc', n), pg_temp.id('brc', k), 1, pg_temp.id('brn', n), 1, 'EDITS',
  ARRAY[pg_temp.id('rev', n)], timestamptz '2026-03-02'
FROM proposal;

INSERT INTO "Document" (id, markdown, "createdAt", "linksReadAt")
SELECT pg_temp.id('dcc', k), d.markdown || E'\nAn addition.\n', timestamptz '2026-03-02', timestamptz '2026-03-02'
FROM proposal JOIN "Document" d ON d.id = pg_temp.id('doc', (n - 1) * 40 + 1) WHERE c = 1;

INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, position, title, slug, "documentId", "createdAt", "updatedAt")
SELECT pg_temp.id('pgc', k), pg_temp.id('brc', k), v."pageId", 1, v.type, v.position, v.title || ' changed', v.slug,
  pg_temp.id('dcc', k), v."createdAt", timestamptz '2026-03-02'
FROM proposal JOIN "PageVersion" v ON v.id = pg_temp.id('pgv', (n - 1) * 40 + 1) WHERE c = 1;

INSERT INTO "ChangeRequest" (id, "spaceId", "organizationId", number, status, subject, "createdById", "createdAt",
  "updatedAt", "branchId", "revisionId", "revisionInitialId")
SELECT pg_temp.id('chr', k), pg_temp.id('spc', n), pg_temp.id('org', (n - 1) / 200 + 1), c,
  (ARRAY['OPEN', 'DRAFT']::"ChangeRequestStatus"[])[c], 'Proposal ' || c, pg_temp.id('usr', (n - 1) / 200 + 20),
  timestamptz '2026-03-02', timestamptz '2026-03-02' + k * interval '17 seconds', pg_temp.id('brc', k), pg_temp.id('rec', k),
  pg_temp.id('rev', n)
FROM proposal;

-- The index of the search, as the server writes it: the words of titles once more with a mark.
INSERT INTO "SearchPage" ("spaceId", "pageId", title, vector)
SELECT pg_temp.id('spc', (n - 1) / 40 + 1), pg_temp.id('pag', n), 'Page ' || n || ' ' || substr(md5('pt' || n), 1, 10),
  format('page:1A ^page:1A #page:1A %1$s:2A ^%1$s:2A #%1$s:2A', n)::tsvector
    || to_tsvector('simple', 'about this page tells how to use part of the product first steps install the package configure'
      || ' it run it npm install thing start more some words of documentation follow here as in any guide ' || md5('z' || n))
FROM generate_series(1, 160000) n;

INSERT INTO "SearchedSpace" ("spaceId", "organizationId", pages)
SELECT p."spaceId", s."organizationId", count(*) FROM "SearchPage" p JOIN "Space" s ON s.id = p."spaceId" GROUP BY 1, 2
ON CONFLICT DO NOTHING;

INSERT INTO "SearchSection" ("spaceId", "pageId", ordinal, anchor, title, body)
SELECT pg_temp.id('spc', (n - 1) / 40 + 1), pg_temp.id('pag', n), o, 'anchor-' || o,
  (ARRAY['About', 'First steps', 'More'])[o + 1],
  'Install the package, configure it, run it. Some words of documentation follow here, as in any guide. ' || md5('z' || n)
FROM generate_series(1, 160000) n, generate_series(0, 2) o;

INSERT INTO "SearchWord"
SELECT DISTINCT word FROM "SearchPage", unnest(tsvector_to_array(vector)) word WHERE word !~ '^[\^#]';
