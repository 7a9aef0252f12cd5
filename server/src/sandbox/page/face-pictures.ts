import { POSES } from '@noren/core/people/liveness';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { FILMS, readFilm, readPose } from '../samples/faces.ts';
import { answerControl, check } from './answer.ts';

const poseParams = z.object({ who: z.enum(['1', '2']), pose: z.enum(POSES) });

/**
 * Drawn people for the face check: a picture of each pose, and films that a browser plays as its
 * camera.
 */
export function registerFaces(server: FastifyInstance): void {
  server.get('/sandbox/api/face/:who/:pose.jpg', (request, reply) =>
    answerControl(reply, async () => {
      const { who, pose } = check(poseParams, request.params);
      reply.header('cache-control', 'private, max-age=86400').type('image/jpeg');
      return readPose(pose, who === '1' ? 1 : 2);
    }),
  );

  server.get('/sandbox/api/face-film/:film.mjpeg', (request, reply) =>
    answerControl(reply, async () => {
      const { film } = check(z.object({ film: z.enum(FILMS) }), request.params);
      reply.header('cache-control', 'private, max-age=86400').type('video/x-motion-jpeg');
      return readFilm(film);
    }),
  );
}
