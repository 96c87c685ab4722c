-- The versions of sites, spaces and specifications that a renderer was last told of. There is no foreign key: a renderer is
-- also told of what was deleted.
CREATE TABLE "RenderedVersion" (
    "organizationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "RenderedVersion_pkey" PRIMARY KEY ("organizationId", "kind", "name")
);
