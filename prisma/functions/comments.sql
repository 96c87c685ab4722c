-- Space.openComments counts the comments on the space's own content, ChangeRequest.openComments those on its change
-- requests.
CREATE OR REPLACE FUNCTION count_open_comments() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD."status" = 'OPEN' THEN
        IF OLD."changeRequestId" IS NULL THEN
            UPDATE "Space" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."spaceId";
        ELSE
            UPDATE "ChangeRequest" SET "openComments" = "openComments" - 1 WHERE "id" = OLD."changeRequestId";
        END IF;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW."status" = 'OPEN' THEN
        IF NEW."changeRequestId" IS NULL THEN
            UPDATE "Space" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."spaceId";
        ELSE
            UPDATE "ChangeRequest" SET "openComments" = "openComments" + 1 WHERE "id" = NEW."changeRequestId";
        END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "Comment_count_open" AFTER INSERT OR DELETE OR UPDATE OF status, "spaceId", "changeRequestId" ON "Comment"
    FOR EACH ROW EXECUTE FUNCTION count_open_comments();

-- Comment.replyCount
CREATE OR REPLACE FUNCTION count_comment_replies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE "Comment" SET "replyCount" = "replyCount" + 1 WHERE "id" = NEW."commentId";
    ELSE
        UPDATE "Comment" SET "replyCount" = "replyCount" - 1 WHERE "id" = OLD."commentId";
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "CommentReply_count" AFTER INSERT OR DELETE ON "CommentReply"
    FOR EACH ROW EXECUTE FUNCTION count_comment_replies();
