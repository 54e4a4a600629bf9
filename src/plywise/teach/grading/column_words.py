"""Column names of gradebooks and forms, in the languages of their programs.

Headings are compared without accents, capitals, plural endings and punctuation.
"""

import re
import unicodedata
from functools import cache


def plain_heading(text: str) -> str:
    """Return a heading's words, normalized for comparison.

    >>> plain_heading("Apellido(s)"), plain_heading("E-Mail_Adresse"), plain_heading("Prénom")
    ('apellido', 'e mail adresse', 'prenom')
    """
    decomposed = unicodedata.normalize("NFKD", re.sub(r"\((s|n|e?n|es)\)", "", text))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+|#|№", bare.casefold()))


def _set(words: str) -> frozenset[str]:
    return frozenset(plain_heading(word) for word in re.split(r"[,\n]", words) if word.strip())


GIVEN = _set("""
    first name, firstname, given name, given names, forename, forenames, preferred name, prénom, prénoms,
    nombre de pila, primer nombre, vorname, vornamen, rufname, primeiro nome, primeiro, imię, imiona, voornaam,
    förnamn, fornavn, etunimi, jméno křestní, křestní jméno, krstné meno, keresztnév, utónév, prenume, prénom usuel,
    όνομα μικρό, 名, 名字, given
""")
FAMILY = _set("""
    last name, lastname, surname, family name, second name, nom de famille, nom de naissance, apellido, apellidos,
    primer apellido, segundo apellido, nachname, familienname, zuname, cognome, cognoms, sobrenome, apelido,
    apelidos, último nome, nazwisko, achternaam, efternamn, etternavn, efternavn, sukunimi, příjmení, priezvisko,
    vezetéknév, családnév, soyadı, soyad, soyisim, nume de familie, prezime, priimek, επώνυμο, фамилия, прізвище,
    прозвище, фамилно име, презиме, 姓, 姓氏, 氏, family
""")
MIDDLE = _set(
    "middle name, middle names, middle initial, отчество, по батькові, бащино име, segundo nombre, tussenvoegsel"
)
NAME = _set("""
    name, names, nom, nome, nombre, nombres, namn, navn, naam, nimi, jméno, meno, név, nume, ime, ad, adı, isim,
    имя, ім'я, име, όνομα, 名前, 姓名, 이름, 성명, nama, tên
""")
"""A full name; or, beside a family name, the given name, and the reverse."""
STUDENT = _set("""
    student, student name, students, learner, participant, pupil, candidate, full name, display name, alumno,
    alumna, alumno/a, alumnos, estudiante, participante, nombre completo, étudiant, étudiante, élève, stagiaire,
    nom complet, schüler, schülerin, studierende, studierender, studierende/r, teilnehmer, vollständiger name,
    studente, studentessa, allievo, nome completo, aluno, aluna, estudante, uczeń, uczestnik, leerling, cursist,
    deelnemer, elev, deltagare, deltager, opiskelija, oppilas, žák, žiak, diák, hallgató, öğrenci, studenten,
    студент, студентка, ученик, ученица, учащийся, слушатель, участник, фио, піб, учень, φοιτητής, μαθητής, 学生,
    学生姓名
""")
STUDENT_ID = _set("""
    student id, studentid, student no, student number, id number, sid, sis user id, sis id, orgdefinedid,
    org defined id, university id, external id, matriculation, matriculation number, matrikelnummer, matrikel,
    matrikel-nr, personnummer, registration number, roll no, roll number, candidate number, exam number, dni,
    legajo, expediente, número de identificación, número de id, número de matrícula, matrícula,
    numéro d'identification, numéro étudiant, numéro d'étudiant, id-nummer, identifikationsnummer,
    numero di matricola, matricola, numero id, número de aluno, numer indeksu, nr indeksu, numer albumu, numer id,
    studentnummer, opiskelijanumero, öğrenci no, идентификационный номер, номер студента, номер зачётной книжки,
    зачётная книжка, табельный номер, 学号, индивидуальный номер, codice identificativo, número de identificação,
    id nummer, student code, codice studente, código de estudiante, código de alumno
""")
EMAIL = _set("""
    email, e-mail, mail, email address, courriel, adresse électronique, correo, correo electrónico,
    posta elettronica, e-post, epost, sähköposti, почта, электронная почта, электронной почты, електронна пошта, 邮箱,
    メールアドレス, adresse de messagerie, e-mailadres, e-mailadresse, mailadresse, dirección de correo, adres e-mail,
    адрес электронной почты
""")
LOGIN = _set("""
    login, login id, sis login id, username, user name, user, userid, netid, account, benutzername, anmeldename,
    kennung, nombre de usuario, usuario, nom d'utilisateur, identifiant, nome utente, nome de usuário, usuário,
    nome de utilizador, utilizador, nazwa użytkownika, gebruikersnaam, användarnamn, brugernavn, käyttäjätunnus,
    имя пользователя, логин, пользователь, ім'я користувача, kullanıcı adı
""")
BARE_ID = _set("id, #, no, nr, number, №, n°")
"""An identity or the number of an answer."""
TIME = _set("""
    timestamp, completed, completed on, completion time, submission time, submission date, submitted, submitted at,
    submitted on, time submitted, date submitted, finished, finished at, finished on, handed in, date, time,
    horodateur, terminé, achevé, marca temporal, finalizado, completado, enviado, zeitstempel, beendet,
    abgeschlossen, abgegeben, abgabe, отметка времени, завершено, отправлено, дата, informazioni cronologiche,
    completato, terminato, carimbo de data/hora, concluída, concluído, terminada, sygnatura czasowa, ukończono,
    zakończono, tijdstempel, voltooid, tidsstämpel, tidsstempel, slutfört, fertigstellungszeit,
    hora de finalización, heure de fin, время завершения, время выполнения, ora di completamento, hora de conclusão,
    godzina ukończenia, tijd van voltooien
""")
STARTED = _set("""
    started, started on, start time, begun, commencé, commencé le, comenzado el, comenzado, begonnen, begonnen am,
    iniziato, iniciada em, iniciado, rozpoczęto, gestart, påbörjad, тест начат, начат, начало, startzeit,
    hora de inicio, heure de début, время начала, ora di inizio, hora de início, godzina rozpoczęcia, begintijd
""")
DUE = _set("duedate, due date, due, due at, deadline, fecha de entrega, date limite, abgabetermin, срок сдачи")
LATENESS = _set("lateness, lateness h m s, late, late by, hours late, late hours, verspätung, retard, retraso")
ATTEMPT = _set("""
    attempt, attempt number, attempt no, attempt id, attempt #, submission number, tentative, intento, versuch,
    попытка, tentativo, tentativa, podejście, próba, poging, försök
""")
RESPONSE = _set("""
    response, answer, réponse, respuesta, antwort, ответ, відповідь, risposta, resposta, odpowiedź, antwoord, svar,
    vastaus, odpověď, odpoveď, válasz, răspuns, yanıt, απάντηση
""")
OTHER = _set("""
    time, timestamp, date, started, completed, submitted, score, points, grade, marks, status, duration, section,
    course, assignment, group, team, class, quiz, file, school, teacher, instructor, tutor, exam, penalty, comment,
    feedback, percent, rank, campus, institution, department, kurs, cours, curso, курс, gruppe, groupe, grupo,
    gruppo, grupa, группа, note, nota, calificación, bewertung, оценка, état, estado, stato, состояние, dauer,
    tiempo, durée
""")
"""Words of unrelated columns, such as `Assignment Name`."""

SUMMARIES = _set("""
    points possible, max points, maximum points, max score, maximum score, possible points, total points, out of,
    overall average, average, class average, group average, course average, mean, class mean, median, class median,
    standard deviation, std dev, std deviation, stdev, minimum, maximum, total, totals, weight, weights, answer key,
    correct answers, correct answer, solution, solutions, rubric, manual posting, muted, grand total, highest,
    lowest, highest score, lowest score, scoring, variance, promedio, promedio general, media, media general,
    puntos posibles, moyenne, moyenne générale, moyenne globale, moyenne de la classe, points possibles, écart type,
    médiane, durchschnitt, gesamtdurchschnitt, mittelwert, klassendurchschnitt, standardabweichung,
    erreichbare punkte, maximale punktzahl, gesamt, summe, общее среднее, среднее, средний балл, средняя оценка,
    итого, максимум, минимум, медиана, всего, media complessiva, media generale, media della classe,
    deviazione standard, totale, média, média geral, média global, desvio padrão, pontos possíveis, średnia,
    średnia ogólna, odchylenie standardowe, gemiddelde, algemeen gemiddelde, totaal, medelvärde, genomsnitt,
    gennemsnit, gjennomsnitt, keskiarvo, průměr, átlag, ortalama, genel ortalama, загальне середнє, разом,
    promedio global, maxima, puntos máximos
""")
"""The first words of rows that belong to no student."""

TEST_STUDENTS = _set("student test, test student")
"""The test student with which a teacher previews a course; the order of the names depends on the program."""


@cache
def find_phrase(words: frozenset[str], heading: str) -> str:
    """Return the longest phrase that a plain heading contains as whole words; "" if there is none."""
    held = [phrase for phrase in words if f" {phrase} " in f" {heading} "]
    return max(held, key=len, default="")
