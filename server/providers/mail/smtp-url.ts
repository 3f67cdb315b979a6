/** An address and sign-in of a mail server. */
export interface SmtpAccess {
  host: string;
  port: number;
  /** Encrypted from the start (`smtps://`). Otherwise STARTTLS is used where the server offers it. */
  secure: boolean;
  user: string | null;
  password: string | null;
}

/**
 * Parses `smtp://user:password@host:port` or `smtps://...`; user, password and port may be missing.
 *
 * @returns null if it is no such address
 */
export function readSmtpUrl(text: string): SmtpAccess | null {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (!hostname || !['', '/'].includes(pathname) || search || hash) return null;
  const secure = protocol === 'smtps:';
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      user: username ? decodeURIComponent(username) : null,
      password: password ? decodeURIComponent(password) : null,
    };
  } catch {
    return null;
  }
}
