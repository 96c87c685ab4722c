CREATE TABLE "SweepPosition" (
    "sweep" TEXT NOT NULL,
    "position" TEXT NOT NULL,

    CONSTRAINT "SweepPosition_pkey" PRIMARY KEY ("sweep")
);
