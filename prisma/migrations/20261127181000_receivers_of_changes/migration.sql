-- A shared cache in front of sites is told of changes as the renderer is, each of what it has not confirmed.
ALTER TABLE "RenderedVersion" ADD COLUMN "receiver" TEXT NOT NULL DEFAULT 'renderer';
ALTER TABLE "RenderedVersion" ALTER COLUMN "receiver" DROP DEFAULT;
ALTER TABLE "RenderedVersion" DROP CONSTRAINT "RenderedVersion_pkey";
ALTER TABLE "RenderedVersion" ADD CONSTRAINT "RenderedVersion_pkey" PRIMARY KEY ("organizationId", "receiver", "kind", "name");
