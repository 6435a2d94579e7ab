// All routes of the station: listening, public, chat, dashboard, with their errors.
import { Hono } from 'hono';
import { finishRoutes } from '../http-kit/finish-routes.ts';
import type { Logger } from '../logger.ts';
import { type ChatOptions, createChatRoutes } from './chat-routes.ts';
import { type ClassAudioRoutesOptions, createClassAudioRoutes } from './class-audio/class-audio-routes.ts';
import { createDashboardRoutes, type DashboardOptions } from './dashboard-routes.ts';
import { createGuestRoutes, type GuestRoutesOptions } from './guests/guest-routes.ts';
import { createListeningRoutes, type ListeningOptions } from './listening-routes.ts';
import { createPublicRoutes, type PublicOptions } from './public-routes.ts';

export type RadioRoutesOptions = ListeningOptions &
  PublicOptions &
  ChatOptions &
  GuestRoutesOptions &
  ClassAudioRoutesOptions &
  Omit<DashboardOptions, 'clients'> & { clients: DashboardOptions['clients'] | undefined; log: Logger };

export function createRadioRoutes({ clients, log, ...options }: RadioRoutesOptions): Hono {
  const app = new Hono();
  app.route('/', createListeningRoutes(options));
  app.route('/', createPublicRoutes(options));
  app.route('/', createChatRoutes({ ...options, clients }));
  app.route('/', createGuestRoutes(options));
  app.route('/', createClassAudioRoutes({ ...options, clients }));
  if (clients) app.route('/', createDashboardRoutes({ ...options, clients }));
  finishRoutes(app, { log, failed: 'a radio request failed' });
  return app;
}
