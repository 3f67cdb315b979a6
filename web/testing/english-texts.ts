/** For tests: the whole catalogue in English. */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalog } from '../platform/texts.ts';
import chat from '../texts/en/chat.json' with { type: 'json' };
import front from '../texts/en/front.json' with { type: 'json' };
import owner from '../texts/en/owner.json' with { type: 'json' };
import ownerPages from '../texts/en/owner-pages.json' with { type: 'json' };
import pages from '../texts/en/pages.json' with { type: 'json' };
import server from '../texts/en/server.json' with { type: 'json' };

catalog.setMessagesCompiler(compileMessage);
catalog.load('en', { ...front, ...pages, ...chat, ...owner, ...ownerPages, ...server });
