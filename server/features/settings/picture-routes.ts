import { PORTRAIT_MAX_BYTES, PORTRAIT_TYPES, type TwinPicture } from '@understudy/contract/twin-calls';
import type { FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { orNotFound } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { addPicture, type LiveTwin, readPicture } from '../twin/index.ts';
import { readPortrait } from './check-picture.ts';

const NO_PICTURE = 'There is no such picture.';
const NO_FILE = 'Send the photo as it is, with the content type image/jpeg, image/png or image/webp.';
/** What is uploaded is drawn anew as this. */
const UPLOADED_TYPE = 'image/webp';
/** A decoded photo takes up to 64 MB. */
const MAX_CONCURRENT_PHOTOS = 1;

/** Mounts `/twin/pictures`: portraits that are uploaded, for a persona to name. */
export function mountPictures({ http, pool, limits, actorOf }: AdminScope, { live }: { live: LiveTwin }): void {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_PHOTOS });

  // In a scope of its own, whose bodies are files.
  void http.register(async (app) => {
    app.addContentTypeParser(
      [...PORTRAIT_TYPES],
      { parseAs: 'buffer' },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    app.post('/twin/pictures', { bodyLimit: PORTRAIT_MAX_BYTES }, async (request, reply): Promise<TwinPicture> => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) throw new AppError('unsupported_media_type', NO_FILE);
      const actor = actorOf(request);
      await limits.take('admin_previews', actor.id ?? actor.email);
      const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
      const picture = await queue.add(() => readPortrait(body, type));
      const { width, height } = picture;
      const file = await inTransaction(pool, async (client) => {
        const added = await addPicture(client, live.folder, picture, actor.email);
        await audit(client, actor, 'twin_picture_added', { file: added, width, height });
        return added;
      });
      reply.code(201);
      return { file, width, height };
    });
  });

  http.get<{ Params: { picture: string } }>('/twin/pictures/:picture', async (request, reply) => {
    const { bytes, mediaType } = orNotFound(await readPicture(pool, request.params.picture), NO_PICTURE);
    // A replaced folder's pictures were not drawn anew: an SVG of it is shown as a portrait only.
    if (mediaType !== UPLOADED_TYPE) throw new AppError('not_found', NO_PICTURE);
    return reply.type(mediaType).send(Buffer.from(bytes));
  });
}
