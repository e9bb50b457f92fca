import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { baseLanguage, inLanguage } from '@inlay/protocol/language';

/** The text of a page around its content, in one language. */
export interface Messages {
  readonly filters: string;
  readonly all: string;
  /** `{0}`: the labels of filters. */
  readonly notFilteredBy: string;
  readonly steps: string;
  readonly recommendation: string;
  readonly source: string;
  readonly again: string;
  readonly notFound: Message;
  readonly signIn: Message;
  readonly denied: Message;
  readonly refused: Message;
  readonly engine: Message;
  readonly failed: Message;
  readonly empty: Message;
}

/** What happened, and what the viewer can do. */
type Message = readonly [title: string, hint: string];

const languages = {
  ar: {
    filters: 'عوامل التصفية',
    all: 'الكل',
    notFilteredBy: 'غير مُصفّى حسب {0}',
    steps: 'الخطوات',
    recommendation: 'توصية',
    source: 'المصدر',
    again: 'إعادة المحاولة',
    notFound: ['هذا المحتوى غير متاح', 'تم نقله أو لم يعد معروضًا.'],
    signIn: ['انتهت جلستك', 'أعد تحميل الصفحة للمتابعة.'],
    denied: ['ليس لديك إذن للوصول إلى هذا المحتوى', 'اطلب ذلك من المسؤول عن هذه الصفحة.'],
    refused: ['لا يمكن عرض هذا المحتوى هنا', 'هذه الصفحة ليست ضمن الصفحات المسموح لها بعرضه.'],
    engine: ['يتعذر الوصول إلى البيانات الآن', 'حاول مرة أخرى بعد قليل.'],
    failed: ['حدث خطأ ما', 'حاول مرة أخرى بعد قليل.'],
    empty: ['لا يوجد ما يُعرض بعد', 'لم يُنشر شيء هنا حتى الآن.'],
  },
  de: {
    filters: 'Filter',
    all: 'Alle',
    notFilteredBy: 'Nicht gefiltert nach {0}',
    steps: 'Schritte',
    recommendation: 'Empfehlung',
    source: 'Quelle',
    again: 'Erneut versuchen',
    notFound: ['Dieser Inhalt ist nicht verfügbar', 'Er wurde verschoben oder wird nicht mehr gezeigt.'],
    signIn: ['Ihre Sitzung ist beendet', 'Laden Sie die Seite neu, um fortzufahren.'],
    denied: [
      'Sie haben keinen Zugriff auf diesen Inhalt',
      'Bitten Sie die Verantwortlichen dieser Seite darum.',
    ],
    refused: [
      'Dieser Inhalt kann hier nicht gezeigt werden',
      'Diese Seite gehört nicht zu denen, die ihn zeigen dürfen.',
    ],
    engine: ['Die Daten sind gerade nicht erreichbar', 'Versuchen Sie es gleich noch einmal.'],
    failed: ['Etwas ist schiefgegangen', 'Versuchen Sie es gleich noch einmal.'],
    empty: ['Noch nichts zu sehen', 'Hier wurde bisher nichts veröffentlicht.'],
  },
  en: {
    filters: 'Filters',
    all: 'All',
    notFilteredBy: 'Not filtered by {0}',
    steps: 'Steps',
    recommendation: 'Recommendation',
    source: 'Source',
    again: 'Try again',
    notFound: ['This is not available', 'It was moved or is no longer shown.'],
    signIn: ['Your session has ended', 'Reload the page to go on.'],
    denied: ['You do not have access to this', 'Ask the owner of this page for access.'],
    refused: ['This cannot be shown here', 'This page is not on the list of pages that may show it.'],
    engine: ['The data cannot be reached right now', 'Try again in a moment.'],
    failed: ['Something went wrong', 'Try again in a moment.'],
    empty: ['Nothing to show yet', 'Nothing has been published here so far.'],
  },
  es: {
    filters: 'Filtros',
    all: 'Todo',
    notFilteredBy: 'Sin filtrar por {0}',
    steps: 'Pasos',
    recommendation: 'Recomendación',
    source: 'Fuente',
    again: 'Reintentar',
    notFound: ['Este contenido no está disponible', 'Se movió o ya no se muestra.'],
    signIn: ['Su sesión ha terminado', 'Vuelva a cargar la página para continuar.'],
    denied: ['No tiene acceso a este contenido', 'Pídalo a quien gestiona esta página.'],
    refused: [
      'Este contenido no puede mostrarse aquí',
      'Esta página no está entre las que pueden mostrarlo.',
    ],
    engine: ['No se puede acceder a los datos en este momento', 'Inténtelo de nuevo en un momento.'],
    failed: ['Algo salió mal', 'Inténtelo de nuevo en un momento.'],
    empty: ['Aún no hay nada que mostrar', 'Todavía no se ha publicado nada aquí.'],
  },
  fr: {
    filters: 'Filtres',
    all: 'Tout',
    notFilteredBy: 'Non filtré par {0}',
    steps: 'Étapes',
    recommendation: 'Recommandation',
    source: 'Source',
    again: 'Réessayer',
    notFound: ['Ce contenu n’est pas disponible', 'Il a été déplacé ou n’est plus affiché.'],
    signIn: ['Votre session est terminée', 'Rechargez la page pour continuer.'],
    denied: ['Vous n’avez pas accès à ce contenu', 'Demandez-le à la personne responsable de cette page.'],
    refused: [
      'Ce contenu ne peut pas être affiché ici',
      'Cette page ne figure pas parmi celles qui peuvent l’afficher.',
    ],
    engine: ['Les données sont inaccessibles pour le moment', 'Réessayez dans un instant.'],
    failed: ['Une erreur s’est produite', 'Réessayez dans un instant.'],
    empty: ['Rien à afficher pour l’instant', 'Rien n’a encore été publié ici.'],
  },
  it: {
    filters: 'Filtri',
    all: 'Tutto',
    notFilteredBy: 'Non filtrato per {0}',
    steps: 'Passi',
    recommendation: 'Raccomandazione',
    source: 'Fonte',
    again: 'Riprova',
    notFound: ['Questo contenuto non è disponibile', 'È stato spostato o non viene più mostrato.'],
    signIn: ['La sessione è terminata', 'Ricaricare la pagina per continuare.'],
    denied: ['Non ha accesso a questo contenuto', 'Lo chieda a chi gestisce questa pagina.'],
    refused: [
      'Questo contenuto non può essere mostrato qui',
      'Questa pagina non è tra quelle che possono mostrarlo.',
    ],
    engine: ['I dati non sono raggiungibili in questo momento', 'Riprovare tra poco.'],
    failed: ['Qualcosa è andato storto', 'Riprovare tra poco.'],
    empty: ['Ancora niente da mostrare', 'Qui non è stato ancora pubblicato nulla.'],
  },
  ja: {
    filters: 'フィルター',
    all: 'すべて',
    notFilteredBy: '{0} では絞り込まれていません',
    steps: 'ステップ',
    recommendation: '推奨事項',
    source: '出典',
    again: '再試行',
    notFound: ['このコンテンツは利用できません', '移動されたか、表示が終了しています。'],
    signIn: ['セッションが終了しました', '続けるにはページを再読み込みしてください。'],
    denied: ['このコンテンツへのアクセス権がありません', 'このページの管理者にお問い合わせください。'],
    refused: ['ここには表示できません', 'このページは表示が許可されたページに含まれていません。'],
    engine: ['現在データに接続できません', 'しばらくしてからもう一度お試しください。'],
    failed: ['問題が発生しました', 'しばらくしてからもう一度お試しください。'],
    empty: ['表示するものはまだありません', 'ここにはまだ何も公開されていません。'],
  },
  nl: {
    filters: 'Filters',
    all: 'Alles',
    notFilteredBy: 'Niet gefilterd op {0}',
    steps: 'Stappen',
    recommendation: 'Aanbeveling',
    source: 'Bron',
    again: 'Opnieuw proberen',
    notFound: ['Deze inhoud is niet beschikbaar', 'Hij is verplaatst of wordt niet meer getoond.'],
    signIn: ['Uw sessie is afgelopen', 'Laad de pagina opnieuw om verder te gaan.'],
    denied: ['U hebt geen toegang tot deze inhoud', 'Vraag ernaar bij de beheerder van deze pagina.'],
    refused: [
      'Deze inhoud kan hier niet worden getoond',
      'Deze pagina hoort niet bij de pagina’s die hem mogen tonen.',
    ],
    engine: ['De gegevens zijn nu niet bereikbaar', 'Probeer het zo meteen opnieuw.'],
    failed: ['Er ging iets mis', 'Probeer het zo meteen opnieuw.'],
    empty: ['Nog niets te zien', 'Hier is nog niets gepubliceerd.'],
  },
  pt: {
    filters: 'Filtros',
    all: 'Tudo',
    notFilteredBy: 'Não filtrado por {0}',
    steps: 'Etapas',
    recommendation: 'Recomendação',
    source: 'Fonte',
    again: 'Tentar novamente',
    notFound: ['Este conteúdo não está disponível', 'Foi movido ou já não é mostrado.'],
    signIn: ['A sua sessão terminou', 'Recarregue a página para continuar.'],
    denied: ['Não tem acesso a este conteúdo', 'Peça-o a quem gere esta página.'],
    refused: [
      'Este conteúdo não pode ser mostrado aqui',
      'Esta página não está entre as que o podem mostrar.',
    ],
    engine: ['Os dados não estão acessíveis neste momento', 'Tente novamente daqui a pouco.'],
    failed: ['Algo correu mal', 'Tente novamente daqui a pouco.'],
    empty: ['Ainda não há nada para mostrar', 'Ainda não foi publicado nada aqui.'],
  },
} satisfies Readonly<Record<string, Messages>>;

export const PAGE_LANGUAGES: readonly string[] = Object.keys(languages);

export function pageMessages(language: string): Messages {
  return inLanguage<Messages>(languages, language);
}

export const speaks = (language: string): boolean => Object.hasOwn(languages, baseLanguage(language));

/** The message for the viewer; the code and its sentence are for the developer. */
export function messageFor(messages: Messages, code: FrameErrorCode): Message {
  switch (code) {
    case 'EMBED_NOT_FOUND':
      return messages.notFound;
    case 'TOKEN_MISSING':
    case 'TOKEN_INVALID':
    case 'TOKEN_EXPIRED':
    case 'NO_TOKEN':
      return messages.signIn;
    case 'ACCESS_DENIED':
      return messages.denied;
    case 'ORIGIN_REFUSED':
      return messages.refused;
    case 'ENGINE_UNAVAILABLE':
      return messages.engine;
    default:
      return messages.failed;
  }
}
