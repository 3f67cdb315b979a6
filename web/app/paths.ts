/** Every page of the web app. Links are written with the router's `Link`, whose `to` is checked against these. */
export const paths = {
  landing: '/',
  chat: '/chat',
  personalities: '/personalities',
  privacy: '/privacy',
  admin: '/admin',
  adminSession: '/admin/session/$sessionId',
  signIn: '/auth',
} as const;
