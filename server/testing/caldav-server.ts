import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, serve } from './local-server.ts';

/** A CalDAV server on this machine with one calendar, which speaks the part of RFC 4791 that bookings use. */
export interface CalDavServer {
  /** Address of the calendar. */
  url: string;
  user: string;
  password: string;
  /** Entries by their path; tests change them. */
  entries: Map<string, string>;
  /** Methods in the order in which they came. */
  asked: string[];
  /** Answers every call with this status while it is set. */
  failing: number | null;
  close(): void;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts a CalDAV server. */
export async function startCalDavServer(): Promise<CalDavServer> {
  const [user, password] = ['orla', 'prompt book'];
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const state: CalDavServer = {
    url: '',
    user,
    password,
    entries: new Map(),
    asked: [],
    failing: null,
    close: () => undefined,
  };
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    state.asked.push(method);
    const body = await bodyOf(request);
    if (state.failing !== null) return response.writeHead(state.failing).end();
    if (request.headers.authorization !== authorization) return response.writeHead(401).end();
    if (method === 'REPORT' && path === '/orla/calendar/') {
      if (!body.includes('calendar-query')) return response.writeHead(400).end();
      const found = [...state.entries].map(
        ([href, ics]) => `<response><href>${href}</href><propstat><prop><getetag>"1"</getetag>
          <C:calendar-data>${escaped(ics)}</C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat>
          </response>`,
      );
      return response
        .writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
        .end(
          `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${found.join('')}` +
            '</multistatus>',
        );
    }
    if (method === 'PUT' && path.startsWith('/orla/calendar/')) {
      const isNew = !state.entries.has(path);
      state.entries.set(path, body);
      return response.writeHead(isNew ? 201 : 204).end();
    }
    if (method === 'GET' && state.entries.has(path))
      return response.writeHead(200, { 'content-type': 'text/calendar' }).end(state.entries.get(path));
    if (method === 'DELETE' && path.startsWith('/orla/calendar/'))
      return response.writeHead(state.entries.delete(path) ? 204 : 404).end();
    return response.writeHead(404).end();
  });
  state.url = `${await serve(server)}/orla/calendar/`;
  state.close = () => void closeServer(server);
  return state;
}
