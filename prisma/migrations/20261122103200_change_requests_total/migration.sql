-- Every column has the name of its field, so that SQL can be composed from the declarations of models.
ALTER TABLE "Space" RENAME COLUMN "changeRequests" TO "changeRequestsTotal";

-- Space.changeRequestsTotal, changeRequestsOpen and changeRequestsDraft
CREATE OR REPLACE FUNCTION count_change_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE "Space" SET "changeRequestsTotal" = "changeRequestsTotal" - 1,
            "changeRequestsOpen" = "changeRequestsOpen" - (OLD."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" - (OLD."status" = 'DRAFT')::int
        WHERE "id" = OLD."spaceId";
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE "Space" SET "changeRequestsTotal" = "changeRequestsTotal" + 1,
            "changeRequestsOpen" = "changeRequestsOpen" + (NEW."status" = 'OPEN')::int,
            "changeRequestsDraft" = "changeRequestsDraft" + (NEW."status" = 'DRAFT')::int
        WHERE "id" = NEW."spaceId";
    END IF;
    RETURN NULL;
END $$;
