/**
 * The answer type of each operation, by id. Server and web app are checked against these types, and `npm run openapi`
 * derives the document's schemas from them.
 */
import type {
  AdminActionItem,
  AdminLiveEvent,
  AdminUser,
  AuditEntry,
  EndedSignIns,
  ExportedSession,
  FollowupDraft,
  Invitation,
  ItemsInbox,
  LeadStatus,
  Note,
  Page,
  Profile,
  SearchHit,
  SessionDetail,
  SessionsPage,
  SignIns,
  StatsAnswer,
  WaitlistEntry,
} from '../admin.ts';
import type {
  Analytics,
  CalibrationBand,
  CostRow,
  FunnelStep,
  LatencyRow,
  ScoreBand,
  Term,
  TimePoint,
  UnansweredQuestion,
} from '../analytics.ts';
import type {
  AuthErrorBody,
  AuthHealth,
  AuthKeySet,
  AuthSession,
  AuthSettings,
  AuthUser,
  EnrolledFactor,
  FactorChallenge,
  FactorRemoved,
  LinkAnswer,
  NewRecoveryCodes,
  RecoveryCodes,
} from '../auth.ts';
import type { Episode, EpisodePublishing, PublicEpisode, RateEpisodeAnswer, ShowsPage } from '../episodes.ts';
import type { ErrorBody } from '../errors.ts';
import type {
  AppliedImport,
  ImportPassage,
  ImportPassages,
  ImportsAnswer,
  KnowledgeImport,
  SitePages,
  SuggestedAsks,
} from '../imports.ts';
import type { MailConnection, MailPreview, MailTest, UndeliveredMail } from '../mail.ts';
import type {
  CorrectMyDataAnswer,
  DeskWaysAnswer,
  ErasureReceipt,
  LegalHold,
  MyConversationAnswer,
  MyDataAnswer,
  OpenDeskAnswer,
  RequestDeskLinkAnswer,
  WithdrawConsentAnswer,
} from '../privacy.ts';
import type { TurnDetail } from '../reply-trace.ts';
import type {
  ConversationsDeletion,
  ConversationsPreview,
  DeadLetter,
  ModelConnection,
  ProvidersAnswer,
  ProviderTest,
  RetentionPreview,
  ServedModels,
  Setting,
  SettingsAnswer,
  SettingsGroups,
  SignedOutEveryone,
  VisitorErasure,
  WebhookTest,
} from '../settings.ts';
import type { Setup, SetupPreview } from '../setup.ts';
import type { TwinPicture } from '../twin-calls.ts';
import type { StageTrial, TwinDemos } from '../twin-stage.ts';
import type {
  ToldPrompt,
  TwinMoves,
  TwinPreview,
  TwinRenamePreview,
  TwinTextDetail,
  TwinTexts,
  TwinTextsSaved,
} from '../twin-texts.ts';
import type { WidgetAnswer } from '../widget.ts';
import type {
  ActionItemsAnswer,
  AgentReplyAnswer,
  CorrectMemoryAnswer,
  CreateSessionAnswer,
  ForgetMemoryAnswer,
  InterruptReplyAnswer,
  MyMemoriesAnswer,
  PublicConfig,
  RequestCallAnswer,
  SessionHistoryAnswer,
  SessionSummaryAnswer,
  SpeechToTextAnswer,
  StreamEvent,
  TextToSpeechAnswer,
} from '../wire.ts';

/** The answer of functions that return no data. */
export interface Success {
  success: true;
}

/** The answer of `collect_email`. */
export interface CollectEmailAnswer extends Success {
  /** A sentence for the form. */
  message: string;
}

/** The answer of `{provider}_chat`; on failure its text is one of the specification's two sentences. */
export interface ProviderChatAnswer {
  text: string;
}

/** The answer of `PATCH /api/admin/leads/{visitor_id}`. */
export interface LeadStatusAnswer {
  visitor_id: string;
  status: LeadStatus;
}

/** The answer of `/healthz`. */
export interface Health {
  status: 'ok';
}

/** The answer of `/readyz`; with status 503 if the server cannot serve visitors. */
export interface ReadinessAnswer {
  status: 'ready' | 'unavailable';
  /** Why it is unavailable, and problems that do not prevent serving, in sentences. */
  reasons: string[];
}

/** A line of a chart's export file: one record of the chart's data. */
export type ChartRecord =
  | TimePoint
  | FunnelStep
  | ScoreBand
  | CalibrationBand
  | Term
  | UnansweredQuestion
  | LatencyRow
  | CostRow
  | { day: number; hours: number[] };

/** The answer to a changed setting: the group after the change. */
export type ChangedSetting = { [Name in keyof SettingsGroups]: Setting<SettingsGroups[Name]> }[keyof SettingsGroups];

/** The answer of `GET /api/admin/danger/delete-conversations`. */
export interface NewestDeletion {
  /** Null if there never was one. */
  deletion: ConversationsDeletion | null;
}

/** The answer of `export_my_data` as JSON: besides `about`, a list of rows for each kind of data. */
export interface ExportedData {
  about: {
    exported_at: string;
    consultant: string;
    /** The address of a mailed link. */
    email: string | null;
    retention_days: PublicConfig['retention_days'];
  };
  [section: string]: unknown;
}

/** The answer of the calls of a legal hold. */
export interface LegalHoldAnswer {
  hold: LegalHold | null;
}

/** The answer of every operation; null if it has none. For a file, the type of one line. */
export interface Answers {
  create_session: CreateSessionAnswer;
  agent_reply: AgentReplyAnswer;
  interrupt_reply: InterruptReplyAnswer;
  session_history: SessionHistoryAnswer;
  session_summary: SessionSummaryAnswer;
  end_session: Success;
  track_event: Success;
  provider_chat: ProviderChatAnswer;

  text_to_speech: TextToSpeechAnswer;
  tts: null;
  speech_to_text: SpeechToTextAnswer;

  collect_email: CollectEmailAnswer;
  request_call: RequestCallAnswer;
  action_items: ActionItemsAnswer;
  my_memories: MyMemoriesAnswer;
  correct_memory: CorrectMemoryAnswer;
  forget_memory: ForgetMemoryAnswer;

  my_data: MyDataAnswer;
  my_conversation: MyConversationAnswer;
  export_my_data: ExportedData;
  erase_my_data: ErasureReceipt;
  correct_my_data: CorrectMyDataAnswer;
  withdraw_consent: WithdrawConsentAnswer;
  request_desk_link: RequestDeskLinkAnswer;
  read_desk_ways: DeskWaysAnswer;
  open_desk: OpenDeskAnswer;
  read_legal_hold: LegalHoldAnswer;
  place_legal_hold: LegalHoldAnswer;
  lift_legal_hold: null;

  read_config: PublicConfig;
  read_health: Health;
  read_readiness: ReadinessAnswer;
  read_widget: WidgetAnswer;
  read_openapi: null;

  sign_in: AuthSession;
  accept_invitation: AuthSession;
  read_link: LinkAnswer;
  read_user: AuthUser;
  change_user: AuthUser;
  enroll_factor: EnrolledFactor;
  challenge_factor: FactorChallenge;
  verify_factor: AuthSession;
  remove_factor: FactorRemoved;
  read_recovery_codes: RecoveryCodes;
  make_recovery_codes: NewRecoveryCodes;
  replace_recovery_codes: NewRecoveryCodes;
  use_recovery_code: AuthSession;
  remove_recovery_codes: FactorRemoved;
  sign_out: null;
  sign_up: null;
  read_keys: AuthKeySet;
  read_auth_health: AuthHealth;
  read_auth_settings: AuthSettings;
  read_profile: Profile;
  list_sign_ins: SignIns;
  end_sign_in: null;
  end_other_sign_ins: EndedSignIns;

  read_stats: StatsAnswer;
  list_sessions: SessionsPage;
  read_session: SessionDetail;
  read_turn: TurnDetail;
  draft_followup: FollowupDraft;
  search_transcripts: Page<SearchHit>;
  watch_sessions: null;
  export_sessions: ExportedSession;

  add_note: Note;
  change_note: Note;
  delete_note: null;
  list_action_items: Page<AdminActionItem>;
  change_action_item: AdminActionItem;
  read_inbox: ItemsInbox;
  change_action_items: { items: AdminActionItem[] };
  change_lead: LeadStatusAnswer;
  list_waitlist: Page<WaitlistEntry>;
  export_waitlist: WaitlistEntry;

  rate_episode: RateEpisodeAnswer;
  read_published_episode: PublicEpisode;
  list_shows: ShowsPage;
  read_episode: Episode;
  publish_episode: EpisodePublishing;

  read_analytics: Analytics;
  export_analytics: ChartRecord;

  read_settings: SettingsAnswer;
  change_setting: ChangedSetting;
  reset_setting: ChangedSetting;
  preview_retention: RetentionPreview;
  confirm_clock: null;
  test_webhook: WebhookTest;
  list_dead_letters: Page<DeadLetter>;
  send_dead_letter: WebhookTest;
  read_mail: MailConnection;
  connect_mail: MailConnection;
  disconnect_mail: MailConnection;
  test_mail: MailTest;
  preview_mail: MailPreview;
  resubscribe_mail: MailConnection;
  list_undelivered_mails: Page<UndeliveredMail>;
  send_undelivered_mail: MailTest;
  delete_undelivered_mail: null;
  list_providers: ProvidersAnswer;
  test_provider: ProviderTest;
  read_model: ModelConnection;
  list_served_models: ServedModels;
  test_model: ProviderTest;
  connect_model: ModelConnection;
  disconnect_model: ModelConnection;
  list_twin_texts: TwinTexts;
  list_twin_moves: TwinMoves;
  read_twin_text: TwinTextDetail;
  change_twin_text: TwinTextDetail;
  remove_twin_text: TwinTextDetail;
  restore_twin_text: TwinTextDetail;
  undo_twin_texts: TwinTextsSaved;
  save_twin_texts: TwinTextsSaved;
  preview_rename: TwinRenamePreview;
  rename_twin: TwinTextsSaved;
  list_demos: TwinDemos;
  try_stage_line: StageTrial;
  preview_twin_text: TwinPreview;
  add_picture: TwinPicture;
  read_picture: null;
  read_prompt: ToldPrompt;

  read_setup: Setup;
  save_setup: Setup;
  postpone_setup: Setup;
  preview_setup: SetupPreview;
  publish_setup: TwinTextsSaved;
  undo_setup: TwinTextsSaved;
  list_imports: ImportsAnswer;
  start_import: KnowledgeImport;
  import_file: KnowledgeImport;
  list_site_pages: SitePages;
  read_import: KnowledgeImport;
  list_import_passages: ImportPassages;
  change_import_passage: ImportPassage;
  suggest_asks: SuggestedAsks;
  decide_import: KnowledgeImport;
  apply_import: AppliedImport;
  cancel_import: KnowledgeImport;
  delete_import: null;

  preview_erasure: VisitorErasure;
  erase_visitor: VisitorErasure;
  preview_deletion: ConversationsPreview;
  delete_conversations: ConversationsDeletion;
  read_deletion: NewestDeletion;
  sign_out_everyone: SignedOutEveryone;

  list_users: Page<AdminUser>;
  invite_user: Invitation;
  invite_user_again: Invitation;
  change_user_role: AdminUser;
  remove_user_second_factor: AdminUser;
  remove_user: null;
  list_audit: Page<AuditEntry>;
}

/** Other schemas of the document: errors, and the contents of streams. */
export interface OtherShapes {
  error: ErrorBody;
  auth_error: AuthErrorBody;
  reply_stream: StreamEvent;
  live: AdminLiveEvent;
}
