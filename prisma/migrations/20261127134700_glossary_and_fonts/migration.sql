CREATE TABLE "GlossaryEntry" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "translations" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GlossaryEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "GlossaryEntry_organizationId_id_idx" ON "GlossaryEntry"("organizationId", "id");
ALTER TABLE "GlossaryEntry" ADD CONSTRAINT "GlossaryEntry_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TYPE "FontFormat" AS ENUM ('WOFF2', 'WOFF');

CREATE TABLE "CustomFont" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "fontFamily" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CustomFont_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "CustomFont_organizationId_id_idx" ON "CustomFont"("organizationId", "id");
ALTER TABLE "CustomFont" ADD CONSTRAINT "CustomFont_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "CustomFontFace" (
    "id" TEXT NOT NULL,
    "fontId" TEXT NOT NULL,
    "weight" INTEGER NOT NULL,
    "format" "FontFormat" NOT NULL,
    "blobHash" TEXT NOT NULL,

    CONSTRAINT "CustomFontFace_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "CustomFontFace_fontId_weight_key" ON "CustomFontFace"("fontId", "weight");
CREATE INDEX "CustomFontFace_blobHash_idx" ON "CustomFontFace"("blobHash");
ALTER TABLE "CustomFontFace" ADD CONSTRAINT "CustomFontFace_fontId_fkey" FOREIGN KEY ("fontId") REFERENCES "CustomFont"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CustomFontFace" ADD CONSTRAINT "CustomFontFace_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "StorageUpload" (
    "key" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "format" "FontFormat",
    "blobHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StorageUpload_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "StorageUpload_organizationId_createdAt_idx" ON "StorageUpload"("organizationId", "createdAt");
CREATE INDEX "StorageUpload_blobHash_idx" ON "StorageUpload"("blobHash");
ALTER TABLE "StorageUpload" ADD CONSTRAINT "StorageUpload_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StorageUpload" ADD CONSTRAINT "StorageUpload_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE SET NULL ON UPDATE CASCADE;

SELECT audit_table('GlossaryEntry', 'GlossaryEntry');
SELECT audit_table('CustomFont', 'CustomFont');
SELECT audit_table('CustomFontFace', 'CustomFont', 'blobHash');
SELECT audit_table('StorageUpload', 'StorageUpload', 'key', 'blobHash');
