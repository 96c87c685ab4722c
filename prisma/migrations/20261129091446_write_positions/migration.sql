-- CreateTable
CREATE UNLOGGED TABLE "WritePosition" (
    "subject" TEXT NOT NULL,
    "position" pg_lsn NOT NULL,
    "writtenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WritePosition_pkey" PRIMARY KEY ("subject")
);
